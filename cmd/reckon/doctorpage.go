package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"regexp"
	"strings"
	"syscall"

	"reckon/bot/chat"
	"reckon/config"
)

// examineListening checks that the bot can listen at the addresses of the settings.
func examineListening(s *config.Settings) []chat.Finding {
	var findings []chat.Finding
	if s.Listen != "" {
		findings = append(findings, examineAddressToListen("RECKON_LISTEN", s.Listen))
	}
	if s.HasOwnOperator() {
		findings = append(findings, examineAddressToListen("RECKON_OPERATOR", s.Operator))
	}
	return findings
}

// examineAddressToListen checks an address by listening at it for a moment.
func examineAddressToListen(setting, address string) chat.Finding {
	finding := chat.Finding{What: "address", Found: address + " is free for the bot"}
	socket, err := net.Listen("tcp", address)
	if err == nil {
		_ = socket.Close()
		return finding
	}
	finding.Found = fmt.Sprintf("%s: %v", address, errors.Unwrap(err))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		finding.Found = address + " is taken by another program"
		finding.Remedy = fmt.Sprintf("set %s to another port, such as %s, or end that program", setting, nextPort(address))
	case errors.Is(err, syscall.EACCES):
		finding.Remedy = fmt.Sprintf("set %s to a port from 1024 on, and let a proxy listen at the lower one", setting)
	default:
		finding.Remedy = fmt.Sprintf("set %s to an address of this machine, such as 127.0.0.1:8080", setting)
	}
	return finding
}

const (
	// samplePage is a page that each bot has, with a picture of its puzzle.
	samplePage = "/p/24:3,3,8,8"
	pngMagic   = "\x89PNG\r\n\x1a\n"
)

var pictureTag = regexp.MustCompile(`<meta property="og:image" content="([^"]*)">`)

// examinePage checks that people reach the page from outside, and that a link to it has its picture there.
func examinePage(ctx context.Context, s *config.Settings) chat.Finding {
	finding := chat.Finding{What: "page"}
	url, _ := s.URL.Below(samplePage)
	status, page, err := get(ctx, url)
	if err != nil {
		finding.Found = err.Error()
		finding.Remedy = outsideRemedy
		return finding
	}
	tag := pictureTag.FindStringSubmatch(page)
	switch {
	case status >= http.StatusInternalServerError:
		finding.Found = fmt.Sprintf("%s answers %d: the proxy runs, but no bot behind it", url, status)
		finding.Remedy = "start the bot; if it is running, let the proxy pass everything on to " + s.Listen
		return finding
	case status != http.StatusOK || tag == nil:
		finding.Found = fmt.Sprintf("%s answers %d, which is not the page", url, status)
		finding.Remedy = "let the proxy pass everything on to " + s.Listen + ", with paths unchanged: a button under each puzzle opens the page"
		return finding
	}
	picture := html.UnescapeString(tag[1])
	if !strings.HasPrefix(picture, strings.TrimRight(string(s.URL), "/")+"/") {
		finding.Found = "the picture of a link is at " + picture
		finding.Remedy = "start the bot with the RECKON_URL that doctor has: " + string(s.URL)
		return finding
	}
	status, body, err := get(ctx, picture)
	if err != nil {
		finding.Found = err.Error()
		finding.Remedy = outsideRemedy
		return finding
	}
	if status != http.StatusOK || !strings.HasPrefix(body, pngMagic) {
		finding.Found = fmt.Sprintf("%s answers %d, which is no picture", picture, status)
		finding.Remedy = "let the proxy pass everything on to " + s.Listen + ", with paths unchanged"
		return finding
	}
	finding.Found = url + " opens, and its link has a picture"
	return finding
}
