package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"regexp"
)

// element returns an HTML element with a content.
func element(name string, content []byte) []byte {
	return fmt.Appendf(nil, "<%s>%s</%s>", name, content, name)
}

// onlyInSource matches what only readers of the source need: indentation, lines and blocks of lines that are
// comments, and types of values.
var onlyInSource = regexp.MustCompile(`(?m)^[ \t]*//.*\n|^[ \t]*/\*(?:[^*]|\*+[^*/])*\*+/[ \t]*\n|^[ \t]+|/\*\* @type [^*\n]*\*/ ?`)

// readShort returns a file without what only readers of the source need.
func readShort(files fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	if err := checkInline(text); err != nil {
		return nil, fmt.Errorf("web: %s: %w", name, err)
	}
	return onlyInSource.ReplaceAll(text, nil), nil
}

// spacedInStyle matches the signs of a style with the space around them that only readers of the source need. No text
// in quotes has such signs.
var spacedInStyle = regexp.MustCompile(`\s*([{}])\s*|([:;,])\s+`)

// readStyle returns the style as readShort does, without space that nobody needs.
func readStyle(files fs.FS, name string) ([]byte, error) {
	text, err := readShort(files, name)
	if err != nil {
		return nil, err
	}
	return spacedInStyle.ReplaceAll(text, []byte("$1$2")), nil
}

// unsafeInline matches what would end an inline element, or would give it another hash in the browser.
var unsafeInline = regexp.MustCompile(`(?i)</?script|</style|<!--|\r`)

// checkInline returns an error for a text that cannot stand inside of an element of the page.
func checkInline(text []byte) error {
	if found := unsafeInline.Find(text); found != nil {
		return fmt.Errorf("%q cannot stand in the page", found)
	}
	return nil
}

// fontURL is the address of the font in the style.
const fontURL = "vendor/digits.woff2"

// inlineFont returns the style with the font instead of its address. The font is a part of Go Bold: digits and signs.
func inlineFont(files fs.FS, style []byte) ([]byte, error) {
	font, err := fs.ReadFile(files, "page/"+fontURL)
	if err != nil {
		return nil, err
	}
	data := "data:font/woff2;base64," + base64.StdEncoding.EncodeToString(font)
	return bytes.Replace(style, []byte(fontURL), []byte(data), 1), nil
}

// inlineHash returns the hash with which a content security policy allows an inline element with a content.
func inlineHash(content []byte) string {
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
