package web

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"reckon/bot/chat"
)

var update = flag.Bool("update", false, "write page/api.d.ts as Go's types are now")

// sent are the bodies that the server sends to the page.
var sent = []any{sessionResponse{}, actResponse{}, chat.Value{}, chat.MeView{}}

// page/api.d.ts says what the server sends, so that the page's source is checked against Go's types.
func TestTypesOfThePage(t *testing.T) {
	const file = "page/api.d.ts"
	want := declareTypes(sent)
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(string(text), "\n")
	for i, line := range strings.Split(want, "\n") {
		if i >= len(got) || got[i] != line {
			has := strings.Join(got[min(i, len(got)):min(i+1, len(got))], "")
			t.Fatalf("%s:%d: %q, but by Go's types it is %q (go test -run TypesOfThePage -update writes it)", file, i+1, has, line)
		}
	}
	if len(text) != len(want) {
		t.Errorf("%s has more than Go's types", file)
	}
}

// Whatever changes in a type of Go's changes its declaration.
func TestDeclareTypes(t *testing.T) {
	type inner struct {
		Text string `json:"text"`
		Kept bool   `json:"kept"`
	}
	type outer struct {
		inner
		Text  []byte            `json:"text,omitempty"`
		Other *inner            `json:"other,omitempty"`
		List  [][]inner         `json:"list"`
		Table map[string]int64  `json:"table,omitzero"`
		Facts json.RawMessage   `json:"facts"`
		Line  chat.Line         `json:"line"`
		Own   func() chat.Reply `json:"-"`
	}
	got := declareTypes([]any{outer{}})
	for _, want := range []string{
		"declare namespace web {\n  interface outer extends Omit<inner, 'text'> {\n    text?: string;\n    other?: inner;\n" +
			"    list: inner[][];\n    table?: Record<string, number>;\n    facts: unknown;\n    line: chat.Line;\n  }\n",
		"\n  interface inner {\n    text: string;\n    kept: boolean;\n  }\n",
		"declare namespace chat {\n  type Line = Span[];\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks\n%s", got, want)
		}
	}
}

// declareTypes returns the declarations, in TypeScript, of the types of some values and of all types in them. A
// package is a namespace there.
func declareTypes(values []any) string {
	d := declarer{isDeclared: map[reflect.Type]bool{}, bodies: map[string]string{}}
	for _, value := range values {
		d.declare(reflect.TypeOf(value))
	}
	var out strings.Builder
	out.WriteString("// What the server sends, as Go's packages declare it: go test ./bot/web -run TypesOfThePage -update writes this file.\n")
	for _, namespace := range d.namespaces {
		fmt.Fprintf(&out, "\ndeclare namespace %s {\n%s}\n", namespace, strings.TrimPrefix(d.bodies[namespace], "\n"))
	}
	return out.String()
}

// A declarer writes the declaration of each type once.
type declarer struct {
	isDeclared map[reflect.Type]bool
	// namespaces are in the order in which they were met, and bodies has the text of each.
	namespaces []string
	bodies     map[string]string
}

// declare writes the declaration of a type that has a name, and those of all types in it.
func (d *declarer) declare(t reflect.Type) {
	if d.isDeclared[t] {
		return
	}
	d.isDeclared[t] = true
	namespace := namespaceOf(t)
	if d.bodies[namespace] == "" {
		d.namespaces = append(d.namespaces, namespace)
	}
	if t.Kind() == reflect.Slice {
		d.bodies[namespace] += fmt.Sprintf("\n  type %s = %s[];\n", t.Name(), nameIn(namespace, t.Elem()))
		d.declareIn(t.Elem())
		return
	}
	base, fields := d.fieldsOf(t)
	d.bodies[namespace] += fmt.Sprintf("\n  interface %s%s {\n%s  }\n", t.Name(), base, fields)
	for field := range t.Fields() {
		if field.Tag.Get("json") != "-" {
			d.declareIn(field.Type)
		}
	}
}

// declareIn declares the types with names that a type is made of.
func (d *declarer) declareIn(t reflect.Type) {
	isNamedSlice := t.Kind() == reflect.Slice && t.Name() != "" && t != rawMessage
	if t.Kind() == reflect.Struct || isNamedSlice {
		d.declare(t)
		return
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer, reflect.Map:
		d.declareIn(t.Elem())
	}
}

// fieldsOf returns which type a struct extends, and the lines of its own fields. encoding/json leaves out a field
// of an embedded struct if the struct has one of that name itself.
func (d *declarer) fieldsOf(t reflect.Type) (base, lines string) {
	namespace := namespaceOf(t)
	var embedded reflect.Type
	var hidden []string
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			embedded = field.Type
			continue
		}
		if name == "-" {
			continue
		}
		if embedded != nil && hasField(embedded, name) {
			hidden = append(hidden, "'"+name+"'")
		}
		if options == "omitempty" || options == "omitzero" {
			name += "?"
		}
		lines += fmt.Sprintf("    %s: %s;\n", name, nameIn(namespace, field.Type))
	}
	if embedded == nil {
		return "", lines
	}
	base = nameIn(namespace, embedded)
	if len(hidden) > 0 {
		base = fmt.Sprintf("Omit<%s, %s>", base, strings.Join(hidden, " | "))
	}
	return " extends " + base, lines
}

// hasField reports whether a struct has a field of a name in JSON.
func hasField(t reflect.Type, name string) bool {
	for field := range t.Fields() {
		if own, _, _ := strings.Cut(field.Tag.Get("json"), ","); own == name {
			return true
		}
	}
	return false
}

var (
	rawMessage = reflect.TypeFor[json.RawMessage]()
	bytesType  = reflect.TypeFor[[]byte]()
)

// nameIn returns the name of a type of Go's, as a namespace of TypeScript knows it.
func nameIn(namespace string, t reflect.Type) string {
	switch t {
	case rawMessage:
		return "unknown"
	case bytesType:
		// It is in base64.
		return "string"
	}
	isNamedSlice := t.Kind() == reflect.Slice && t.Name() != ""
	if (t.Kind() == reflect.Struct || isNamedSlice) && namespaceOf(t) == namespace {
		return t.Name()
	}
	if t.Kind() == reflect.Struct || isNamedSlice {
		return namespaceOf(t) + "." + t.Name()
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return nameIn(namespace, t.Elem())
	case reflect.Slice:
		return nameIn(namespace, t.Elem()) + "[]"
	case reflect.Map:
		return "Record<string, " + nameIn(namespace, t.Elem()) + ">"
	}
	panic("no type of TypeScript for " + t.String())
}

// namespaceOf returns the name of a type's package.
func namespaceOf(t reflect.Type) string {
	return t.PkgPath()[strings.LastIndex(t.PkgPath(), "/")+1:]
}
