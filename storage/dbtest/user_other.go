//go:build !unix

package dbtest

import "os/exec"

func inMemory() string { return "" }

func asPostgres(*exec.Cmd, string) error { return nil }
