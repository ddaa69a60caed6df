package config

import (
	"errors"
	"fmt"
	"os"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
)

// A File is the name of a settings file, empty for none.
type File string

// BeforeResolve makes kong read settings from the file that nothing else sets.
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
		err = fmt.Errorf("line %d is not TOML", syntax.Position.Line) // the line itself may hold a token
	case err != nil:
		err = errors.New("cannot be read")
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("--config: %s: %w", name, err)
	}
	ctx.AddResolver(s)
	return nil
}

// A file has the settings of a file by the names of flags.
type file map[string]any

// Validate refuses unknown keys: a misspelt setting must not go unnoticed.
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

// Resolve returns nothing for a setting in the environment, which kong would otherwise
// overrule.
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
