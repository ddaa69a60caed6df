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

// users are those whose use of the machine is measured.
var users = [...]string{"the bot", "the database's server", "stand-ins and people"}

// A usage is what they have used so far.
type usage struct {
	written   int64 // bytes, to disks, but for those of stand-ins and people
	processor [len(users)]time.Duration
}

func (g *rig) usage() (u usage, err error) {
	add := func(user, pid int) error {
		p, err := procfs.NewProc(pid)
		if err != nil {
			return err
		}
		stat, noStat := p.Stat()
		disks, noDisks := p.IO()
		if user < len(users)-1 {
			u.written += int64(disks.WriteBytes)
		}
		u.processor[user] += time.Duration(stat.CPUTime() * float64(time.Second))
		return errors.Join(noStat, noDisks)
	}
	for _, bot := range g.bots {
		if bot != nil {
			err = errors.Join(err, add(0, bot.Process.Pid))
		}
	}
	if g.server != nil {
		var tree func(pid int)
		tree = func(pid int) { // what ends meanwhile is left out
			children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid))
			for _, child := range strings.Fields(string(children)) {
				if id, err := strconv.Atoi(child); err == nil {
					_ = add(1, id)
					tree(id)
				}
			}
		}
		tree(g.server.PID)
	}
	return u, errors.Join(err, add(2, os.Getpid()))
}
