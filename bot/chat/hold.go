package chat

import (
	"context"
	"sync"
)

// A Holder lets one at a time hold a name, of all processes that serve the same
// bot: a connection, say, that a network allows once.
type Holder interface {
	// Hold waits until nobody else holds the name, in this process or another. The hold
	// lasts until release is called; held ends then, with ctx, or as soon as the hold
	// is lost, when another may have it. The error is that of ctx, or tells why nothing
	// can be held at present; release is nil then.
	Hold(ctx context.Context, name string) (held context.Context, release func(), err error)
}

// Alone is the Holder of a process that shares its networks with no other. The zero
// value is ready.
type Alone struct {
	mu    sync.Mutex
	names map[string]chan struct{} // each holds one while it is held
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
