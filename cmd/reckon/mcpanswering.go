package main

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An answeringTransport is a transport that says that its input has ended only when every call is answered.
// Otherwise the answers to the last calls would be lost if somebody pipes a file of calls into the program.
type answeringTransport struct{ mcp.Transport }

// Connect implements mcp.Transport.
func (t answeringTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c := &answeringConnection{Connection: inner, calls: map[jsonrpc.ID]bool{}}
	c.changed.L = &c.mu
	return c, nil
}

// An answeringConnection is a connection of an answeringTransport.
type answeringConnection struct {
	mcp.Connection

	mu sync.Mutex
	// changed is signalled when calls or closed has changed.
	changed sync.Cond
	// calls are those that are not answered yet.
	calls  map[jsonrpc.ID]bool
	closed bool
}

// Read implements mcp.Connection.
func (c *answeringConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.calls[request.ID] = true
	}
	if errors.Is(err, io.EOF) {
		for len(c.calls) > 0 && !c.closed {
			c.changed.Wait()
		}
	}
	return message, err
}

// Write implements mcp.Connection.
func (c *answeringConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	c.mu.Lock()
	defer c.mu.Unlock()
	if response, ok := message.(*jsonrpc.Response); ok {
		delete(c.calls, response.ID)
		c.changed.Signal()
	}
	return err
}

// Close implements mcp.Connection.
func (c *answeringConnection) Close() error {
	c.mu.Lock()
	c.closed = true
	c.changed.Signal()
	c.mu.Unlock()
	return c.Connection.Close()
}
