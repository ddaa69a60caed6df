package config

import (
	"errors"
	"fmt"
	"os"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
)

// A File is the name of a file of settings, empty for none.
type File string

// BeforeResolve makes kong look in the file for settings that nothing else sets.
func (File) BeforeResolve(ctx *kong.Context, trace *kong.Path) error {
	name, _ := ctx.FlagValue(trace.Flag).(File)
	if name == "" {
		return nil
	}
	f, err := os.Open(string(name))
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	var s file
	_, err = toml.NewDecoder(f).Decode(&s)
	var syntax toml.ParseError
	switch {
	case errors.As(err, &syntax):
		err = fmt.Errorf("line %d is no TOML", syntax.Position.Line) // the line itself may hold a token
	case err != nil:
		err = errors.New("cannot be read")
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("--config: %s: %w", name, err)
	}
	ctx.AddResolver(s)
	return nil
}

// A file holds the settings of a file by flag name.
type file map[string]any

// Validate refuses keys that no flag has: a misspelt setting is worse than none.
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

// Resolve lets the environment win, which kong by itself would overrule.
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
