package main

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func hash(word string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(word))
	return h.Sum32()
}

func readHashes(file string) map[uint32]bool {
	set := map[uint32]bool{}
	for chunk := range slices.Chunk(must(os.ReadFile(file)), 4) {
		set[binary.LittleEndian.Uint32(chunk)] = true
	}
	return set
}

// changeHashes adds the hashes of the words on standard input to file or removes them
// from it. A file holds hashes of 4 bytes each, sorted.
func changeHashes(file string, add bool) {
	set := readHashes(file)
	for word := range strings.FieldsSeq(string(must(io.ReadAll(os.Stdin)))) {
		if add {
			set[hash(word)] = true
		} else {
			delete(set, hash(word))
		}
	}
	var data []byte
	for _, h := range slices.Sorted(maps.Keys(set)) {
		data = binary.LittleEndian.AppendUint32(data, h)
	}
	writeFile(file, data)
}
