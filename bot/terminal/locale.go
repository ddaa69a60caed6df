package terminal

import "strings"

// Locale turns what the environment says about the person's language
// ("zh_CN.UTF-8") into a BCP 47 tag ("zh-CN"). It is empty if nothing is said.
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
