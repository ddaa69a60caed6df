package chat

import (
	"context"
	"sync"
)

// A Holder lets only one of the processes that serve the same bot hold a name at a time, such
// as the name of a connection that a network allows only once.
type Holder interface {
	// Hold waits until no other process holds the name, and then holds it for this one. A process must
	// not ask for a name that it holds already. held is a context that ends when release is called,
	// when ctx ends, or when another process has got the name. The error is that of ctx, or says why
	// nothing can be held now; then release is nil.
	Hold(ctx context.Context, name string) (held context.Context, release func(), err error)
}

// Alone is a Holder within one process: it lets one caller at a time hold a name. The
// zero value is ready.
type Alone struct {
	mu sync.Mutex
	// names has a channel for each name. The channel holds a value while the name is held.
	names map[string]chan struct{}
}

// Hold implements Holder.
func (a *Alone) Hold(ctx context.Context, name string) (context.Context, func(), error) {
	a.mu.Lock()
	if a.names == nil {
		a.names = map[string]chan struct{}{}
	}
	slot := a.names[name]
	if slot == nil {
		slot = make(chan struct{}, 1)
		a.names[name] = slot
	}
	a.mu.Unlock()
	select {
	case slot <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	held, end := context.WithCancel(ctx)
	var once sync.Once
	return held, func() {
		once.Do(func() {
			end()
			<-slot
		})
	}, nil
}
