package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

func checkTag(s string) error {
	if s == "" {
		return nil
	}
	if _, err := language.Parse(s); err != nil {
		return fmt.Errorf("%q is not a language tag, such as en or zh-Hans", s)
	}
	return nil
}

var errNoAddress = errors.New("want a host and a port, such as 127.0.0.1:8080")

func checkAddress(s string) error {
	if s == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return errNoAddress
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return errNoAddress
	}
	return nil
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || !isHTTP(u) {
		return errors.New("want a whole URL, https://… or http://…")
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return errors.New("want a URL without ? and #")
	}
	return nil
}

// proxySchemes are the kinds of proxies that package net/http can use.
var proxySchemes = []string{"http", "https", "socks5", "socks5h"}

// checkProxy checks the address of the proxy through which the networks are reached. Package net/http, which uses
// the address, would take one that it cannot read for the name of a host. The error does not quote the address,
// which may contain a password.
func checkProxy(s string) error {
	if s == "" {
		return nil
	}
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || !slices.Contains(proxySchemes, u.Scheme) {
		return errors.New("want the address of a proxy, such as http://127.0.0.1:3128 or socks5://127.0.0.1:1080")
	}
	return nil
}

// checkChat checks the name of a chat: a network and the network's ID of the chat.
func checkChat(s string) error {
	if s == "" {
		return nil
	}
	network, key, isNamed := strings.Cut(s, ":")
	isComplete := isNamed && network != "" && key != ""
	if !isComplete || strings.Contains(s, " ") {
		return errors.New("want a network and the ID of a chat, such as telegram:-1001234 or discord:SERVER/CHANNEL")
	}
	return nil
}

var appName = regexp.MustCompile(`^[A-Za-z0-9_]{3,30}$`)

// checkApp checks the short name of a Mini App by the rule that @BotFather has for it.
func checkApp(s string) error {
	if s != "" && !appName.MatchString(s) {
		return errors.New("want the short name of a Mini App, 3 to 30 letters, digits and underscores, without t.me/")
	}
	return nil
}

func isHTTP(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }

// A PublicURL is the URL at which the networks reach this program; empty if they cannot reach it.
type PublicURL string

func (u PublicURL) check() error {
	if u == "" {
		return nil
	}
	parsed, err := url.Parse(string(u))
	if err != nil || !isPlain(parsed) {
		return errors.New("want a whole URL without user, ? and #, such as https://bot.example.org")
	}
	isTest := parsed.Scheme == "http" && parsed.Hostname() == "127.0.0.1"
	if parsed.Scheme != "https" && !isTest {
		return errors.New("want https://…, since the posts must stay secret (http:// only for 127.0.0.1, for tests)")
	}
	// The path becomes a part of a pattern of http.ServeMux, for which braces and spaces mean something.
	below := strings.TrimSuffix(parsed.Path, "/") + "/x"
	isClean := path.Clean(parsed.Path+"/x") == below
	if !isClean || strings.ContainsAny(parsed.Path, "{} ") {
		return errors.New("want a URL whose path, if any, consists of plain words")
	}
	return nil
}

// isPlain reports whether a URL has nothing but a scheme, a host and a path.
func isPlain(u *url.URL) bool {
	isBare := u.User == nil && u.RawQuery == "" && u.Fragment == ""
	return u.Host != "" && isBare
}

// Below returns the URL of a path below u, and the path of that URL. Both are empty if u is empty.
func (u PublicURL) Below(path string) (whole, local string) {
	if u == "" {
		return "", ""
	}
	whole = strings.TrimRight(string(u), "/") + path
	parsed, err := url.Parse(whole)
	if err != nil {
		// AfterApply has refused such a URL.
		return "", ""
	}
	return whole, parsed.Path
}
