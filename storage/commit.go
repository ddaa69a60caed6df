package storage

import "sync/atomic"

// Committed lists what a transaction changed.
type Committed struct {
	Deliveries []Outgoing // enqueued, and this process's to deliver
	Unclaimed  bool       // a delivery has no owner: the first process that claims it delivers it
	Jobs       bool       // a job was set
}

// A commitHook is the function that is called after a commit.
type commitHook struct {
	f atomic.Pointer[func(Committed)]
}

func (h *commitHook) call(c Committed) {
	if f := h.f.Load(); f != nil && (len(c.Deliveries) > 0 || c.Unclaimed || c.Jobs) {
		(*f)(c)
	}
}
