package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"
)

// These share the machine. What each of them uses is measured on its own.
const (
	botWorker = iota
	// serverWorker is the PostgreSQL server.
	serverWorker
	// loadWorker is this process, with the stand-ins and the people.
	loadWorker
	workers
)

// workerNames are the names in the report.
var workerNames = [workers]string{"the bot", "the database's server", "stand-ins and people"}

// A usage is what the workers have used since they started.
type usage struct {
	// written is how many bytes the bot and the server have written to disks.
	written int64
	// processor is how much processor time each worker has used.
	processor [workers]time.Duration
}

// usage measures what has been used so far.
func (g *rig) usage() (usage, error) {
	var pids [workers][]int
	for _, bot := range g.bots {
		pids[botWorker] = append(pids[botWorker], bot.Process.Pid)
	}
	if g.server != nil {
		pids[serverWorker] = descendants(g.server.PID)
	}
	pids[loadWorker] = []int{os.Getpid()}
	var total usage
	var failed error
	for worker, processes := range pids {
		for _, pid := range processes {
			err := total.add(worker, pid)
			// A process of the server may have ended since it was listed.
			if worker != serverWorker {
				failed = errors.Join(failed, err)
			}
		}
	}
	return total, failed
}

// add adds what a process of a worker has used.
func (u *usage) add(worker, pid int) error {
	process, err := procfs.NewProc(pid)
	if err != nil {
		return err
	}
	stat, err := process.Stat()
	if err != nil {
		return err
	}
	disks, err := process.IO()
	if err != nil {
		return err
	}
	if worker != loadWorker {
		u.written += int64(disks.WriteBytes)
	}
	u.processor[worker] += time.Duration(stat.CPUTime() * float64(time.Second))
	return nil
}

// descendants returns the processes that a process has started, and those that they have started. If the
// process has ended, it returns none.
func descendants(pid int) []int {
	path := fmt.Sprintf("/proc/%d/task/%d/children", pid, pid)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var all []int
	for _, child := range strings.Fields(string(text)) {
		id, err := strconv.Atoi(child)
		if err != nil {
			continue
		}
		all = append(all, id)
		all = append(all, descendants(id)...)
	}
	return all
}
