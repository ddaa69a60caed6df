package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// revision is the revision of the source. The linker sets it in a build that cannot see
// the repository, as in the Dockerfile.
var revision string

// version returns the line that --version prints: the module's version, the revision with
// its time and whether the source was changed since, and the version of Go.
func version(info *debug.BuildInfo, linked string) string {
	facts := map[string]string{}
	for _, s := range info.Settings {
		facts[s.Key] = s.Value
	}
	rev := cmp.Or(facts["vcs.revision"], linked, "unknown")
	if facts["vcs.modified"] == "true" {
		rev += ", changed since"
	}
	if at := facts["vcs.time"]; at != "" {
		rev += ", " + at
	}
	number := strings.Trim(cmp.Or(info.Main.Version, "(devel)"), "()")
	return fmt.Sprintf("reckon %s (revision %s), %s", number, rev, info.GoVersion)
}

// buildVersion returns the version of this program.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return version(info, revision)
}
