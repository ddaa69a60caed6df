package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// prefixes begin the names of all variables that are settings.
var prefixes = []string{"RECKON_", "TELEGRAM_", "DISCORD_"}

// testPrefix begins the names of variables that the tests of the source read.
const testPrefix = "RECKON_TEST_"

// UnknownVariables looks for variables that are no settings, although their names begin like those of
// settings. If one of them is the name of a setting with a letter or two wrong, the error names both. The
// others are returned by name, and are no error, because an orchestrator such as Kubernetes sets some. A
// variable that is empty sets nothing, and does not count.
func UnknownVariables(environ []string) (unknown []string, err error) {
	settings := variables()
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		isSetting := slices.Contains(settings, name)
		if value == "" || isSetting || !isOurs(name) {
			continue
		}
		if meant := meantBy(name, settings); meant != "" {
			return nil, fmt.Errorf("%s: there is no such setting; is %s meant?", name, meant)
		}
		unknown = append(unknown, name)
	}
	slices.Sort(unknown)
	return unknown, nil
}

// variables returns the names of the variables that are settings.
func variables() []string {
	var names []string
	for field := range reflect.TypeFor[Settings]().Fields() {
		names = append(names, field.Tag.Get("env"))
	}
	return names
}

// isOurs reports whether a variable has a name as settings have, and is not for tests.
func isOurs(name string) bool {
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	return slices.ContainsFunc(prefixes, hasPrefix) && !strings.HasPrefix(name, testPrefix)
}

// meantBy returns the setting whose name is nearest to a misspelt one; empty: none is near.
func meantBy(name string, settings []string) string {
	meant := ""
	least := 0
	for _, setting := range settings {
		distance := letterDistance(name, setting)
		isNear := distance <= maxWrong(setting)
		if isNear && (meant == "" || distance < least) {
			meant = setting
			least = distance
		}
	}
	return meant
}

// maxWrong returns how many letters of a setting's name may be wrong: two or, if the name has only two or
// three letters behind its prefix, one.
func maxWrong(setting string) int {
	_, word, _ := strings.Cut(setting, "_")
	if len(word) <= 3 {
		return 1
	}
	return 2
}

// letterDistance returns how many letters must be changed, added, removed, or swapped with the next, to
// make one name of the other.
func letterDistance(a, b string) int {
	// rows[i][j] is the distance between the first i letters of a and the first j of b.
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			rows[i][j] = min(rows[i-1][j-1]+change, rows[i-1][j]+1, rows[i][j-1]+1)
			isSwap := i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1]
			if isSwap {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
