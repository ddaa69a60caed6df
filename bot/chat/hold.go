package chat

import (
	"context"
	"sync"
)

// A Holder lets one process at a time, of all that serve the same bot, hold a name, such
// as that of a connection which a network allows only once.
type Holder interface {
	// Hold waits until no other process holds the name. A process must not ask for a name
	// that it holds. The hold lasts until release is called. The context held ends then,
	// with ctx, or as soon as the hold is lost and another process may have it. With an
	// error, release is nil; it is that of ctx, or says why nothing can be held now.
	Hold(ctx context.Context, name string) (held context.Context, release func(), err error)
}

// Alone is a Holder within one process: it lets one caller at a time hold a name. The
// zero value is ready.
type Alone struct {
	mu    sync.Mutex
	names map[string]chan struct{} // each holds one value while its name is held
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
