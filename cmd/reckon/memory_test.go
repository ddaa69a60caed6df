package main

import (
	"math"
	"testing"
	"testing/fstest"
)

// The memory of a control group is the least limit of those above it, too, in both versions.
func TestGroupMemory(t *testing.T) {
	const none = math.MaxInt64
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"no groups": {nil, none},
		"a container": {map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "268435456\n",
		}, 268435456},
		"no limit": {map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "max\n",
		}, none},
		"a service, and less for all of them": {map[string]string{
			"proc/self/cgroup": "0::/system.slice/reckon.service\n",
			"sys/fs/cgroup/system.slice/reckon.service/memory.max": "1073741824\n",
			"sys/fs/cgroup/system.slice/memory.max":                "536870912\n",
		}, 536870912},
		"the first version": {map[string]string{
			"proc/self/cgroup": "9:cpu:/x\n4:memory:/docker/abc\n0::/\n",
			"sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "104857600\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":            "9223372036854771712\n",
		}, 104857600},
		"the first version, seen from within": {map[string]string{
			"proc/self/cgroup":                           "4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "104857600\n",
		}, 104857600},
		"nonsense": {map[string]string{
			"proc/self/cgroup":         "nonsense\n0::/\n",
			"sys/fs/cgroup/memory.max": "much\n",
		}, none},
	} {
		root := fstest.MapFS{}
		for file, text := range c.files {
			root[file] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
