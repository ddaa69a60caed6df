package chat

import (
	"context"
	"sync"
)

// A Holder lets one process at a time hold a name, of all that serve the same bot:
// that of a connection, say, which a network allows once.
type Holder interface {
	// Hold waits until no other process holds the name; that it is asked for once in this
	// one is the caller's care. The hold lasts until release is called; held ends then,
	// with ctx, or as soon as the hold is lost, when another may have it. The error is
	// that of ctx, or tells why nothing can be held at present; release is nil then.
	Hold(ctx context.Context, name string) (held context.Context, release func(), err error)
}

// Alone is the Holder of a process that shares its networks with no other. It lets one
// caller at a time hold a name. The zero value is ready.
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
