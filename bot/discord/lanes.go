package discord

import (
	"sync"
	"time"
)

// lanes runs jobs: those of one key in the order they were added, those of
// different keys at once. The zero value is ready.
type lanes struct {
	mu      sync.Mutex
	waiting map[string][]func() // a key is present while its goroutine runs
	idle    *sync.Cond
}

func (l *lanes) add(key string, job func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = make(map[string][]func())
	}
	_, running := l.waiting[key]
	l.waiting[key] = append(l.waiting[key], job)
	if !running {
		go l.run(key)
	}
}

func (l *lanes) run(key string) {
	for {
		l.mu.Lock()
		jobs := l.waiting[key]
		if len(jobs) == 0 {
			delete(l.waiting, key)
			if l.idle != nil && len(l.waiting) == 0 {
				l.idle.Broadcast()
			}
			l.mu.Unlock()
			return
		}
		l.waiting[key] = jobs[1:]
		l.mu.Unlock()
		jobs[0]()
	}
}

// wait waits until no job is left, at most for the time given, and tells
// whether none is.
func (l *lanes) wait(limit time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = sync.NewCond(&l.mu)
	expired := false
	t := time.AfterFunc(limit, func() {
		l.mu.Lock()
		expired = true
		l.idle.Broadcast()
		l.mu.Unlock()
	})
	defer t.Stop()
	for len(l.waiting) > 0 && !expired {
		l.idle.Wait()
	}
	return len(l.waiting) == 0
}
