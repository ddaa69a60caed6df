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

// The users of the machine that are measured.
const (
	theBot = iota
	theServer
	thePeople
	allUsers
)

var userNames = [allUsers]string{"the bot", "the database's server", "stand-ins and people"}

// A usage is what the users have used so far.
type usage struct {
	// written is how many bytes were written to disks, without those of stand-ins and people.
	written int64
	// processor is how much processor time each user has used.
	processor [allUsers]time.Duration
}

func (g *rig) usage() (u usage, err error) {
	var pids [allUsers][]int
	for _, bot := range g.bots {
		pids[theBot] = append(pids[theBot], bot.Process.Pid)
	}
	if g.server != nil {
		pids[theServer] = descendants(g.server.PID)
	}
	pids[thePeople] = []int{os.Getpid()}
	for user, all := range pids {
		for _, pid := range all {
			failed := u.add(user, pid)
			// Processes of the server come and go.
			if user != theServer {
				err = errors.Join(err, failed)
			}
		}
	}
	return u, err
}

// add adds what a process has used.
func (u *usage) add(user, pid int) error {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return err
	}
	stat, err := p.Stat()
	if err != nil {
		return err
	}
	disks, err := p.IO()
	if err != nil {
		return err
	}
	if user != thePeople {
		u.written += int64(disks.WriteBytes)
	}
	u.processor[user] += time.Duration(stat.CPUTime() * float64(time.Second))
	return nil
}

// descendants returns the processes that a process has started; none if it has ended.
func descendants(pid int) (all []int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid))
	for _, child := range strings.Fields(string(text)) {
		if id, err := strconv.Atoi(child); err == nil {
			all = append(all, id)
			all = append(all, descendants(id)...)
		}
	}
	return all
}
