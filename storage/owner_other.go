//go:build !unix

package storage

// giveTo does nothing: everyone who may use a folder may use its files.
func giveTo(file, path string) error { return nil }

// hasTwoNames cannot be known on this system.
func hasTwoNames(string) (bool, error) { return false, nil }
