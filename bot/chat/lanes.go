package chat

import (
	"context"
	"sync"
)

// Lanes run jobs for a front end: jobs with the same key, such as a chat's, in the order
// in which they were added, others at the same time. A job that calls leave goes on beside
// its lane, where the next one begins. The zero value is ready, and many goroutines may use
// it. A job must not panic, and calls leave in its own goroutine.
type Lanes[K comparable] struct {
	mu      sync.Mutex
	waiting map[K][]func(leave func()) // a key is present while its lane runs
	running int                        // lanes, and jobs beside them
	idle    *sync.Cond
}

// Add queues a job and returns at once.
func (l *Lanes[K]) Add(key K, job func(leave func())) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = make(map[K][]func(func()))
	}
	_, runs := l.waiting[key]
	l.waiting[key] = append(l.waiting[key], job)
	if !runs {
		l.running++
		go l.run(key)
	}
}

// run does the jobs of a lane until none is left, or until one leaves the others to
// another goroutine.
func (l *Lanes[K]) run(key K) {
	left := false
	leave := func() {
		if !left {
			left = true
			l.mu.Lock()
			defer l.mu.Unlock()
			l.running++
			go l.run(key)
		}
	}
	for job := l.next(key); job != nil; job = l.next(key) {
		if job(leave); left {
			break
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	if l.idle != nil {
		l.idle.Broadcast()
	}
}

// next takes the next job of a lane, nil if none is left.
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

// Wait waits until no job is left or ctx ends, and reports whether none is left.
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
