package chat

import (
	"context"
	"sync"
)

// Lanes run jobs for a front end. Jobs with the same key, such as the ID of a chat, form a lane: they
// run one after the other, in the order in which they were added. Different lanes run at the same time.
// When a job calls leave, the next job of its lane begins, and the job itself goes on. A job must not
// panic, and may call leave only in its own goroutine.
//
// The zero value is ready, and many goroutines may use it.
type Lanes[K comparable] struct {
	mu sync.Mutex
	// waiting has the jobs of each lane that have not begun. A key is present while its lane runs.
	waiting map[K][]func(leave func())
	// running counts the lanes, and the jobs that have left theirs.
	running int
	idle    *sync.Cond
}

// Add queues a job and returns at once.
func (l *Lanes[K]) Add(key K, job func(leave func())) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = make(map[K][]func(func()))
	}
	_, isRunning := l.waiting[key]
	l.waiting[key] = append(l.waiting[key], job)
	if !isRunning {
		l.running++
		go l.run(key)
	}
}

// run does the jobs of a lane until none is waiting. If a job leaves the lane, another
// goroutine does the jobs that follow.
func (l *Lanes[K]) run(key K) {
	hasLeft := false
	leave := func() {
		if hasLeft {
			return
		}
		hasLeft = true
		l.mu.Lock()
		defer l.mu.Unlock()
		l.running++
		go l.run(key)
	}
	for !hasLeft {
		job := l.next(key)
		if job == nil {
			break
		}
		job(leave)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	if l.idle != nil {
		l.idle.Broadcast()
	}
}

// next removes and returns the next job of a lane, or ends the lane and returns nil.
func (l *Lanes[K]) next(key K) func(leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	jobs := l.waiting[key]
	if len(jobs) == 0 {
		delete(l.waiting, key)
		return nil
	}
	l.waiting[key] = jobs[1:]
	return jobs[0]
}

// Waiting returns how many jobs of a key have not begun.
func (l *Lanes[K]) Waiting(key K) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting[key])
}

// Wait waits until all jobs are done or ctx ends, and reports whether they are done.
func (l *Lanes[K]) Wait(ctx context.Context) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.idle == nil {
		l.idle = sync.NewCond(&l.mu)
	}
	stop := context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.idle.Broadcast()
	})
	defer stop()
	for l.running > 0 && ctx.Err() == nil {
		l.idle.Wait()
	}
	return l.running == 0
}
