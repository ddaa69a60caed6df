package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
)

// headMark is where the server's part of the head goes.
const headMark = "<!--head-->"

// A page is the HTML of the page.
type page struct {
	before, after []byte // headMark
	script, style string // the sources that the content security policy allows
}

// inline are the elements whose content stands in the page.
var inline = map[string]*regexp.Regexp{
	"script": regexp.MustCompile(`(?s)<script>(.*?)</script>`), "style": regexp.MustCompile(`(?s)<style>(.*?)</style>`),
}

// unread is what readers of the source alone need: indentation, and comments of a line.
var unread = regexp.MustCompile(`(?m)^[ \t]*//.*\n|^[ \t]+`)

// newPage reads the page.
func newPage(text []byte) (p page, err error) {
	text = unread.ReplaceAll(text, nil)
	var ok bool
	if p.before, p.after, ok = bytes.Cut(text, []byte(headMark)); !ok {
		return p, errors.New("web: the page has no " + headMark)
	}
	sources := map[string]string{}
	for name, pattern := range inline {
		all := pattern.FindAllSubmatch(text, -1)
		if len(all) != 1 || bytes.Count(text, []byte("<"+name)) != 1 {
			return p, fmt.Errorf("web: the page has not exactly one <%s>", name)
		}
		sum := sha256.Sum256(all[0][1])
		sources[name] = "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	p.script, p.style = sources["script"], sources["style"]
	return p, nil
}
