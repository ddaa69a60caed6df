package main

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	repository := []debug.BuildSetting{{Key: "vcs.revision", Value: "0a1b"}, {Key: "vcs.time", Value: "2026-11-22T01:02:03Z"}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		info   debug.BuildInfo
		linked string
		want   string
	}{
		{debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.0"}, Settings: repository[:2]}, "", "reckon v1.2.0 (revision 0a1b, 2026-11-22T01:02:03Z), go1.26.8"},
		{debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}, Settings: repository}, "ff", "reckon devel (revision 0a1b, changed since, 2026-11-22T01:02:03Z), go1.26.8"},
		{debug.BuildInfo{GoVersion: "go1.26.8"}, "ff", "reckon devel (revision ff), go1.26.8"},
		{debug.BuildInfo{GoVersion: "go1.26.8"}, "", "reckon devel (revision unknown), go1.26.8"},
	} {
		if got := version(&c.info, c.linked); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
