package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
)

// A File is the name of a settings file, empty for none.
type File string

// BeforeResolve makes kong take settings from the file if nothing else sets them.
func (File) BeforeResolve(ctx *kong.Context, trace *kong.Path) error {
	name, _ := ctx.FlagValue(trace.Flag).(File)
	if name == "" {
		return nil
	}
	f, err := readFile(string(name))
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	ctx.AddResolver(f)
	return nil
}

// readFile reads a settings file. The error quotes no line of it, which may hold a token.
func readFile(name string) (f fileSettings, err error) {
	opened, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	_, err = toml.NewDecoder(opened).Decode(&f)
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return nil, fmt.Errorf("%s: line %d is not TOML", name, syntax.Position.Line)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read", name)
	}
	return f, nil
}

// fileSettings are the settings that a settings file sets, by the names of their flags.
type fileSettings map[string]any

// Validate refuses unknown keys: a misspelt setting must not go unnoticed.
func (f fileSettings) Validate(app *kong.Application) error {
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

// Resolve returns the value of a setting in the file. If the environment has the setting, it returns
// nothing: otherwise kong would prefer the file.
func (f fileSettings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, env := range flag.Envs {
		if _, set := os.LookupEnv(env); set {
			return nil, nil
		}
	}
	value, ok := f[flag.Name]
	if !ok {
		return nil, nil
	}
	number, isNumber := value.(int64)
	if isNumber && flag.Target.Kind() == reflect.Int {
		return strconv.FormatInt(number, 10), nil
	}
	if _, ok := value.(string); !ok {
		return nil, errors.New("settings file: want a text in quotes")
	}
	return value, nil
}
