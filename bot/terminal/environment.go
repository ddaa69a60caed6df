package terminal

import (
	"cmp"
	"strings"
)

// Locale returns the environment's language ("zh_CN.UTF-8") as a BCP 47 tag ("zh-CN"),
// or "" if the environment has none.
func Locale(env func(name string) string) string {
	tag, _ := localeOf(env, "LC_MESSAGES")
	if tag == "C" || tag == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(tag, "_", "-")
}

// ShowsUnicode reports whether a terminal shows more than ASCII, by the environment: the locale must be one in UTF-8.
// Without a locale, a terminal on Windows or macOS does, and any other does not.
func ShowsUnicode(env func(name string) string, system string) bool {
	tag, charset := localeOf(env, "LC_CTYPE")
	isSet := tag != "" || charset != ""
	if !isSet {
		return system == "windows" || system == "darwin"
	}
	// On macOS the charset may stand alone: LC_CTYPE=UTF-8.
	name := strings.ReplaceAll(cmp.Or(charset, tag), "-", "")
	return strings.EqualFold(name, "utf8")
}

// localeOf returns the parts of the environment's locale for a category, such as LC_CTYPE: of "zh_CN.UTF-8" it returns
// "zh_CN" and "UTF-8". Both are empty if the environment has no locale.
func localeOf(env func(name string) string, category string) (tag, charset string) {
	value := cmp.Or(env("LC_ALL"), env(category), env("LANG"))
	value, _, _ = strings.Cut(value, "@")
	tag, charset, _ = strings.Cut(value, ".")
	return tag, charset
}

// Colored reports whether a terminal shows colours and the person wants them
// (https://no-color.org), by the environment. On Windows some terminals show no colours, and only
// some of those that show colours say so.
func Colored(env func(name string) string, windows bool) bool {
	if env("NO_COLOR") != "" || env("TERM") == "dumb" {
		return false
	}
	if windows {
		return env("WT_SESSION") != "" || env("ConEmuANSI") == "ON" || env("TERM") != ""
	}
	return env("TERM") != ""
}
