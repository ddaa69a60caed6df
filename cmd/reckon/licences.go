package main

import (
	_ "embed"
	"io"
)

//go:generate go run ./makelicences

// licences are the licences and notices of all that the program contains.
//
//go:embed licences.txt
var licences string

type licencesCmd struct{}

// Run prints the licences.
func (licencesCmd) Run(c console) error {
	_, err := io.WriteString(c.out, licences)
	return err
}
