package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// webAddress is where the page is by default.
const webAddress = "127.0.0.1:8080"

// freeAddress returns an address of this machine to listen at: the wanted one or, if another program has
// it, one with a port that is free.
func freeAddress(wanted string) string {
	socket, err := net.Listen("tcp", wanted)
	if errors.Is(err, syscall.EADDRINUSE) {
		return "127.0.0.1:0"
	}
	if err == nil {
		_ = socket.Close()
	}
	return wanted
}

// invitation says where the page can be opened. The argument listens is the address at which the program listens,
// and own are all addresses of this machine.
func invitation(listens string, own []net.Addr) string {
	host, port, err := net.SplitHostPort(listens)
	address, parseErr := netip.ParseAddr(host)
	isEverywhere := err == nil && parseErr == nil && address.IsUnspecified()
	if !isEverywhere {
		return fmt.Sprintf("Open http://%s/ in a browser. Ctrl-C ends it.", listens)
	}
	text := fmt.Sprintf("Open http://127.0.0.1:%s/ in a browser. Ctrl-C ends it.", port)
	var others []string
	for _, network := range own {
		prefix, err := netip.ParsePrefix(network.String())
		if err != nil || !prefix.Addr().IsGlobalUnicast() {
			continue
		}
		others = append(others, "http://"+net.JoinHostPort(prefix.Addr().String(), port)+"/")
	}
	if len(others) > 0 {
		text += "\nOthers open " + strings.Join(others, " or ")
	}
	return text
}
