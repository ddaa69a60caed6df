package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// revision is that of the source, set by the linker where the build cannot see the
// repository: in the Dockerfile.
var revision string

// version is what --version prints, in one line: the module's version, the revision
// with its time and whether the source was changed since, and Go's own version.
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

// buildVersion is the version of the program that runs.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return version(info, revision)
}
