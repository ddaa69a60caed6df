package web

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"regexp"
)

//go:embed document.html
var documentHTML string

// newDocument returns the template of documents.
func newDocument() (*template.Template, error) { return template.New("document").Parse(documentHTML) }

// headMark marks the place for the server's part of the head.
const headMark = "<!--head-->"

// A page is the HTML of the page.
type page struct {
	// before and after are its parts before and after headMark.
	before []byte
	after  []byte
	// script and style are the hashes with which the content security policy allows the two elements.
	script string
	style  string
}

// inlineElement has a pattern for each of the two elements, by its name.
var inlineElement = map[string]*regexp.Regexp{
	"script": regexp.MustCompile(`(?s)<script>(.*?)</script>`),
	"style":  regexp.MustCompile(`(?s)<style>(.*?)</style>`),
}

// onlyInSource matches what only readers of the source need: indentation, and lines that are comments.
var onlyInSource = regexp.MustCompile(`(?m)^[ \t]*//.*\n|^[ \t]+`)

// newPage reads the page.
func newPage(text []byte) (page, error) {
	text = onlyInSource.ReplaceAll(text, nil)
	before, after, ok := bytes.Cut(text, []byte(headMark))
	if !ok {
		return page{}, errors.New("web: the page has no " + headMark)
	}
	script, err := inlineSource(text, "script")
	if err != nil {
		return page{}, err
	}
	style, err := inlineSource(text, "style")
	if err != nil {
		return page{}, err
	}
	return page{before: before, after: after, script: script, style: style}, nil
}

// inlineSource returns the hash with which a content security policy allows an element of a page. The page must
// have exactly one element of that name.
func inlineSource(text []byte, name string) (string, error) {
	elements := inlineElement[name].FindAllSubmatch(text, -1)
	if len(elements) != 1 || bytes.Count(text, []byte("<"+name)) != 1 {
		return "", fmt.Errorf("web: the page has not exactly one <%s>", name)
	}
	return inlineHash(elements[0][1]), nil
}

// inlineHash returns the hash with which a content security policy allows an element with a content.
func inlineHash(content []byte) string {
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
