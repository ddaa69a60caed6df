package chat

import (
	"context"
	"sync"
)

// Lanes run jobs for a front end: jobs with the same key, such as a chat's, in the order
// in which they were added, others at the same time. The zero value is ready, and many
// goroutines may use it. A job must not panic.
type Lanes[K comparable] struct {
	mu      sync.Mutex
	waiting map[K][]func() // a key is present while its goroutine runs
	idle    *sync.Cond
}

// Add queues a job and returns at once.
func (l *Lanes[K]) Add(key K, job func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = make(map[K][]func())
	}
	_, running := l.waiting[key]
	l.waiting[key] = append(l.waiting[key], job)
	if !running {
		go l.run(key)
	}
}

func (l *Lanes[K]) run(key K) {
	for job := l.next(key); job != nil; job = l.next(key) {
		job()
	}
}

func (l *Lanes[K]) next(key K) func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	jobs := l.waiting[key]
	if len(jobs) == 0 {
		delete(l.waiting, key)
		if l.idle != nil {
			l.idle.Broadcast()
		}
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
	for len(l.waiting) > 0 && ctx.Err() == nil {
		l.idle.Wait()
	}
	return len(l.waiting) == 0
}
