package config

import (
	"regexp"
	"slices"
	"strings"
)

var (
	flags     = regexp.MustCompile(`--[a-z][a-z-]*`)
	firstFlag = regexp.MustCompile(`^` + flags.String())
)

// WithVariables returns the text of an error about a setting with the name of its variable before that of
// its flag, since most operators set variables. Other texts stay as they are.
func WithVariables(text string) string {
	// An error about a setting begins with its flag.
	isAboutSetting := variableOf(firstFlag.FindString(text)) != ""
	if !isAboutSetting {
		return text
	}
	return flags.ReplaceAllStringFunc(text, func(flag string) string {
		variable := variableOf(flag)
		if variable == "" {
			return flag
		}
		return variable + " (" + flag + ")"
	})
}

// variableOf returns the variable that sets the same as a flag. It is empty if the flag is empty, or no setting.
func variableOf(flag string) string {
	if flag == "" {
		return ""
	}
	all := variables()
	name := strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(flag, "--"), "-", "_"))
	for _, variable := range []string{name, "RECKON_" + name} {
		if slices.Contains(all, variable) {
			return variable
		}
	}
	return ""
}
