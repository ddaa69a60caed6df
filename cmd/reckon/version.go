package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// number is the version of this source, and the only place that says it. A test holds the newest section of
// CHANGELOG.md and the label in Dockerfile to it. The first change after a release raises it.
const number = "1.2.0"

// revision is the revision of the source. The linker sets it in a build that cannot see
// the repository, as in the Dockerfile.
var revision string

// buildVersion returns the line that --version prints: the version, the revision of the source with
// its time and whether it was changed since, and the version of Go.
func buildVersion() string {
	settings := buildSettings()
	source := sourceRevision(settings, revision)
	if at := settings["vcs.time"]; at != "" {
		source += ", " + at
	}
	return fmt.Sprintf("reckon %s (revision %s), %s", number, source, runtime.Version())
}

// buildRevision returns the revision of the source of this program.
func buildRevision() string {
	return sourceRevision(buildSettings(), revision)
}

// sourceRevision returns the revision in the settings of a build or, if they have none, the one that the
// linker set.
func sourceRevision(settings map[string]string, linked string) string {
	source := cmp.Or(settings["vcs.revision"], linked, "unknown")
	if settings["vcs.modified"] == "true" {
		source += ", changed since"
	}
	return source
}

// buildSettings returns what Go has noted of the build of this program. Nothing about the source is in it where
// Go cannot see the repository, nor after "go run".
func buildSettings() map[string]string {
	settings := map[string]string{}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return settings
	}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	return settings
}
