package main

import (
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// limitMemory tells Go to stay below the memory that the control group of this process may take, such as
// that of a container, unless GOMEMLIMIT is set. A fifth is left for what Go does not count.
func limitMemory(log *slog.Logger) {
	isSet := debug.SetMemoryLimit(-1) != math.MaxInt64
	if isSet {
		return
	}
	most := groupMemory(os.DirFS("/"))
	if most == math.MaxInt64 {
		return
	}
	goal := most / 5 * 4
	debug.SetMemoryLimit(goal)
	log.Info("memory is limited", "control_group", most, "gomemlimit", goal)
}

// groupMemory returns how many bytes the control group of this process may take: the least limit of the
// group and of those above it. root is the root of the file system. Without a limit, or without control
// groups, it returns the greatest int64.
func groupMemory(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return least
	}
	for line := range strings.Lines(string(groups)) {
		// A line has a number, the controllers, and the path of the group.
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		switch fields[1] {
		case "":
			least = min(least, leastLimit(root, "sys/fs/cgroup", fields[2], "memory.max"))
		case "memory":
			least = min(least, leastLimit(root, "sys/fs/cgroup/memory", fields[2], "memory.limit_in_bytes"))
		}
	}
	return least
}

// leastLimit returns the least of the limits in the files of a group and of those above it. A container may
// not see all of them.
func leastLimit(root fs.FS, mount, group, file string) int64 {
	least := int64(math.MaxInt64)
	for {
		text, err := fs.ReadFile(root, path.Join(mount, group, file))
		if err == nil {
			least = min(least, limitOf(string(text)))
		}
		if group == "/" || group == "." {
			return least
		}
		group = path.Dir(group)
	}
}

// noLimit is the size from which a limit counts as none: without a limit, the older control groups write a number
// near the greatest int64.
const noLimit = 1 << 60

// limitOf reads a limit. If there is none, such as for the word max, it returns the greatest int64.
func limitOf(text string) int64 {
	limit, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || limit <= 0 || limit >= noLimit {
		return math.MaxInt64
	}
	return limit
}
