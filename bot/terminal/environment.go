package terminal

import "strings"

// Locale returns the environment's language ("zh_CN.UTF-8") as a BCP 47 tag ("zh-CN"),
// or "" if the environment has none.
func Locale(env func(name string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		value := env(name)
		if value == "" {
			continue
		}
		tag, _, _ := strings.Cut(value, ".")
		tag, _, _ = strings.Cut(tag, "@")
		if tag == "C" || tag == "POSIX" {
			return ""
		}
		return strings.ReplaceAll(tag, "_", "-")
	}
	return ""
}

// ShowsUnicode reports whether a terminal shows more than ASCII, by the environment: if the language is one in UTF-8. If the
// environment has no language, it does on Windows and macOS.
func ShowsUnicode(env func(name string) string, system string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		value := env(name)
		if value == "" {
			continue
		}
		_, charset, _ := strings.Cut(value, ".")
		charset, _, _ = strings.Cut(charset, "@")
		return strings.EqualFold(strings.ReplaceAll(charset, "-", ""), "utf8")
	}
	return system == "windows" || system == "darwin"
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
