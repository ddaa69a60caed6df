package web_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
	"reckon/bot/web"
)

// A largeBook is a bot whose book has more answers than the buffers of a connection take.
type largeBook struct {
	chat.PageHandler
	table []byte
}

func (largeBook) Routes(chat.Site) []chat.Route { return nil }

func (b largeBook) Table() []byte { return b.table }

// A client that reads slowly gets all answers, though it takes longer than a response may.
func TestSlowDownload(t *testing.T) {
	table := bytes.Repeat([]byte("2016#7\t(7!+7!)/(7-(7+7)/7)\n"), 1<<20)
	page, err := web.New(web.Config{
		Bot:    largeBook{table: table},
		Broker: struct{ chat.Broker }{},
		Live:   new(live.Hub),
		Secret: bytes.Repeat([]byte("k"), 32),
		Now:    time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	for route, handle := range page.Routes() {
		mux.HandleFunc(route, handle)
	}
	server := httptest.NewUnstartedServer(mux)
	const writeTimeout = 500 * time.Millisecond
	server.Config.WriteTimeout = writeTimeout
	server.Start()
	t.Cleanup(server.Close)

	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "GET /book.tsv HTTP/1.1\r\nHost: reckon.example\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	// Until then the buffers are full, and the time that the server gives a response is over.
	time.Sleep(2 * writeTimeout)
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	if err != nil || !bytes.Equal(got, table) {
		t.Errorf("%d of %d bytes: %v", len(got), len(table), err)
	}
}
