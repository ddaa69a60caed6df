package config

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
)

// File names a file of settings; empty, none.
type File string

// BeforeResolve makes kong ask the file for what nothing else has set.
func (File) BeforeResolve(ctx *kong.Context, trace *kong.Path) error {
	name, _ := ctx.FlagValue(trace.Flag).(File)
	if name == "" {
		return nil
	}
	f, err := os.Open(string(name))
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	s, err := readFile(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("--config: %s: %w", name, err)
	}
	ctx.AddResolver(s)
	return nil
}

// readFile reads TOML. Its errors name the line but do not quote it: the line
// may hold a token.
func readFile(r io.Reader) (file, error) {
	var f file
	_, err := toml.NewDecoder(r).Decode(&f)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return nil, fmt.Errorf("line %d is no TOML", syntax.Position.Line)
	}
	if err != nil {
		return nil, errors.New("cannot be read")
	}
	return f, nil
}

// file holds what a file sets, by flag name.
type file map[string]any

// Validate refuses keys that no flag has: a misspelt setting is worse than
// none.
func (f file) Validate(app *kong.Application) error {
	known := map[string]bool{}
	for _, flag := range app.Flags {
		known[flag.Name] = true
	}
	for key := range f {
		if !known[key] {
			return fmt.Errorf("settings file: there is no setting %q", key)
		}
	}
	return nil
}

// Resolve gives way to the environment, which kong alone would overrule.
func (f file) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, env := range flag.Envs {
		if _, set := os.LookupEnv(env); set {
			return nil, nil
		}
	}
	value, ok := f[flag.Name]
	if !ok {
		return nil, nil
	}
	if _, ok := value.(string); !ok {
		return nil, errors.New("settings file: want a text in quotes")
	}
	return value, nil
}
