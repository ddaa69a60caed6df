// Package sitetest tests whether links lead to another site.
package sitetest

import (
	"net/url"
	"strings"
	"testing"
)

// Hostile lists names that might lead a browser to another site.
var Hostile = []string{
	"http:evil.example",
	"https:evil.example#7",
	"HTTP:evil.example",
	"javascript:alert(1)",
	"data:text/html,evil",
	"http://evil.example/",
	"//evil.example",
	"///evil.example#7",
	"/\\evil.example",
	"\\\\evil.example",
	"http:\\\\evil.example",
	"%2F%2Fevil.example",
	"%68ttp:evil.example",
	"http%3Aevil.example",
	"\thttp:evil.example",
	"ht\ntp:evil.example",
	"./http:evil.example",
	"..//evil.example",
	"@evil.example",
	"?//evil.example",
	"2016#//evil.example",
	"2016\r\nLocation: http://evil.example",
	"24:3,3,8,8",
	":",
}

// Stays reports whether a browser that follows a link stays at its origin. at is the path where the link is.
// Browsers read a backslash as a slash, and ignore tabs and line breaks. So a link with one of these counts
// as leading away.
func Stays(t *testing.T, at, link string) bool {
	t.Helper()
	if strings.ContainsAny(link, "\\\t\r\n") {
		return false
	}
	from, err := url.Parse("https://reckon.example" + at)
	if err != nil {
		t.Fatal(err)
	}
	to, err := from.Parse(link)
	if err != nil {
		return false
	}
	isSameSite := to.Scheme == from.Scheme && to.Host == from.Host
	return isSameSite && !strings.HasPrefix(to.EscapedPath(), "//")
}
