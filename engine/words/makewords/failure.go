package main

import (
	"log"
	"os"
)

// must returns v, or ends the program if there is an error.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// writeFile writes a file, or ends the program if it cannot.
func writeFile(name string, data []byte) {
	if err := os.WriteFile(name, data, 0o644); err != nil {
		log.Fatal(err)
	}
}
