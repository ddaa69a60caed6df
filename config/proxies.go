package config

import (
	"fmt"
	"net/netip"
	"strings"
)

// Proxies are the addresses of the proxies in front of the program. The program believes only their
// X-Forwarded-For.
type Proxies []netip.Prefix

// UnmarshalText reads addresses such as 127.0.0.1 and networks such as 10.0.0.0/8, separated by
// commas or spaces.
func (p *Proxies) UnmarshalText(text []byte) error {
	*p = nil
	isSeparator := func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }
	for _, word := range strings.FieldsFunc(string(text), isSeparator) {
		network, err := readNetwork(word)
		if err != nil {
			return fmt.Errorf("%q is no address, such as 127.0.0.1 or 10.0.0.0/8", word)
		}
		*p = append(*p, network)
	}
	return nil
}

// readNetwork reads an address, or a network.
func readNetwork(word string) (netip.Prefix, error) {
	if strings.Contains(word, "/") {
		network, err := netip.ParsePrefix(word)
		return network.Masked(), err
	}
	address, err := netip.ParseAddr(word)
	if err != nil {
		return netip.Prefix{}, err
	}
	return netip.PrefixFrom(address, address.BitLen()), nil
}

// Has reports whether an address is the address of a proxy.
func (p Proxies) Has(address netip.Addr) bool {
	address = address.Unmap()
	for _, network := range p {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
