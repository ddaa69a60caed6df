package web

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// vendored are the files of others that the page uses, in the order in which they are joined.
var vendored = []string{"page/vendor/preact.umd.js", "page/vendor/htm.umd.js"}

// pageModules are the modules of the page, in the order in which they are joined. A module imports only from
// modules before it.
var pageModules = []string{
	"kit", "arithmetic", "colour", "view", "host", "board", "server", "reply", "numbers", "letters", "keypad",
	"today", "round", "play", "together", "me", "screen", "main",
}

// joinScript returns the one script of the page: the vendored files, and then the modules inside of one strict
// function. The vendored files stay outside of it, since one of them is no strict code.
func joinScript(files fs.FS) ([]byte, error) {
	var out bytes.Buffer
	for _, name := range vendored {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if err := checkInline(text); err != nil {
			return nil, fmt.Errorf("web: %s: %w", name, err)
		}
		out.Write(bytes.TrimSpace(text))
		out.WriteByte('\n')
	}
	out.WriteString("(() => {\n'use strict';\n")
	j := joiner{exports: map[string][]string{}, declared: map[string]string{}}
	for _, name := range pageModules {
		text, err := fs.ReadFile(files, "page/"+name+".js")
		if err != nil {
			return nil, err
		}
		joined, err := j.join(name, string(text))
		if err != nil {
			return nil, fmt.Errorf("web: %s.js, %w", name, err)
		}
		out.Write(onlyInSource.ReplaceAll([]byte(joined), nil))
	}
	out.WriteString("})();\n")
	return out.Bytes(), nil
}

// A joiner joins modules to one script, in which each module knows the names of all. It finds declarations only
// at the beginning of lines that are not indented, so a module has one declaration a line.
type joiner struct {
	// exports are the names that each module exports.
	exports map[string][]string
	// declared says which module declares a name.
	declared map[string]string
}

var (
	importLine = regexp.MustCompile(`^import \{ ([\w, ]+) \} from '\./(\w+)\.js';$`)
	// declaration matches the beginning of a line that declares one name, or several in braces.
	declaration = regexp.MustCompile(`^(export )?(?:const|let|var|class|function|async function)\b[ *]*(?:(\w+)|\{ ([\w, ]+) \})`)
	// otherForm matches an import or an export of a form that a joiner does not know.
	otherForm = regexp.MustCompile(`^(import|export)\b`)
)

// join returns a module without its imports, and its declarations without "export".
func (j joiner) join(module, text string) (string, error) {
	if err := checkInline([]byte(text)); err != nil {
		return "", err
	}
	j.exports[module] = nil
	var out strings.Builder
	number := 0
	for line := range strings.Lines(text) {
		number++
		joined, err := j.joinLine(module, strings.TrimSuffix(line, "\n"))
		if err != nil {
			return "", fmt.Errorf("line %d: %w", number, err)
		}
		out.WriteString(joined)
		out.WriteByte('\n')
	}
	return out.String(), nil
}

// joinLine returns what a line of a module becomes in the script: nothing if it is an import, and a declaration
// without "export".
func (j joiner) joinLine(module, line string) (string, error) {
	if m := importLine.FindStringSubmatch(line); m != nil {
		return "", j.checkImport(m[2], splitNames(m[1]))
	}
	m := declaration.FindStringSubmatch(line)
	isOtherForm := m == nil && otherForm.MatchString(line)
	if isOtherForm || strings.Contains(line, "import(") {
		return "", fmt.Errorf("another form of import or export: %s", line)
	}
	if m == nil {
		return line, nil
	}
	export, names := m[1], splitNames(m[2]+m[3])
	if err := j.declare(module, names); err != nil {
		return "", err
	}
	if export != "" {
		j.exports[module] = append(j.exports[module], names...)
	}
	return strings.TrimPrefix(line, export), nil
}

// checkImport returns an error unless a module that was joined before exports the names.
func (j joiner) checkImport(from string, names []string) error {
	exported, isJoined := j.exports[from]
	if !isJoined {
		return fmt.Errorf("%s.js is not joined before", from)
	}
	for _, name := range names {
		if !slices.Contains(exported, name) {
			return fmt.Errorf("%s.js does not export %s", from, name)
		}
	}
	return nil
}

// declare notes the names that a module declares. It returns an error if one of them is declared already.
func (j joiner) declare(module string, names []string) error {
	for _, name := range names {
		if other, ok := j.declared[name]; ok {
			return fmt.Errorf("%s is declared in %s.js, too", name, other)
		}
		j.declared[name] = module
	}
	return nil
}

func splitNames(list string) []string { return strings.Split(strings.ReplaceAll(list, " ", ""), ",") }
