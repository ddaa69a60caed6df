package web

import (
	"bytes"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"sync"
)

//go:embed document.html
var documentHTML string

// newDocument returns the template of documents.
func newDocument() (*template.Template, error) { return template.New("document").Parse(documentHTML) }

// pageFiles has the files from which the page is joined. They are named here one kind at a time, so that tests
// and types stay out of the program.
//
//go:embed page/index.html page/style.css page/*.js page/vendor/*.js page/vendor/*.woff2
var pageFiles embed.FS

const (
	// headMark marks the place for the server's part of the head.
	headMark = "<!--head-->"
	// styleMark is replaced by the style.
	styleMark = "<style></style>"
	// scriptMark is where a script stands: first the early one, then the joined one.
	scriptMark = "<script></script>"
)

// A page has the HTML that people load, in parts, and its service worker.
type page struct {
	// before and after are its parts before and after headMark.
	before []byte
	after  []byte
	// scripts and style are the hashes with which the content security policy allows the scripts and the style.
	scripts string
	style   string
	// offline is the service worker.
	offline []byte
}

// builtInPage is the page of the program's own files. It is joined once, for all callers, since nothing changes it.
var builtInPage = sync.OnceValues(func() (page, error) { return newPage(pageFiles) })

// newPage joins the page: everything stands in one HTML, because the frame of a network may have no origin
// from which more could be loaded.
func newPage(files fs.FS) (page, error) {
	index, err := fs.ReadFile(files, "page/index.html")
	if err != nil {
		return page{}, err
	}
	style, err := readStyle(files, "page/style.css")
	if err != nil {
		return page{}, err
	}
	style, err = inlineFont(files, style)
	if err != nil {
		return page{}, err
	}
	early, err := readShort(files, "page/early.js")
	if err != nil {
		return page{}, err
	}
	offline, err := fs.ReadFile(files, "page/offline.js")
	if err != nil {
		return page{}, err
	}
	script, err := joinScript(files)
	if err != nil {
		return page{}, err
	}
	hasMarks := bytes.Count(index, []byte(headMark)) == 1 && bytes.Count(index, []byte(styleMark)) == 1 &&
		bytes.Count(index, []byte(scriptMark)) == 2
	if !hasMarks {
		return page{}, errors.New("web: index.html does not have each of its marks")
	}
	before, after, _ := bytes.Cut(index, []byte(headMark))
	after = bytes.Replace(after, []byte(styleMark), element("style", style), 1)
	after = bytes.Replace(after, []byte(scriptMark), element("script", early), 1)
	after = bytes.Replace(after, []byte(scriptMark), element("script", script), 1)
	return page{
		before:  before,
		after:   after,
		scripts: inlineHash(early) + " " + inlineHash(script),
		style:   inlineHash(style),
		offline: offline,
	}, nil
}
