package book_test

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

	"reckon/bot/web/webtest"
	"reckon/engine"
)

// A largeBook has more answers than the buffers of a connection take.
type largeBook struct {
	engine.Book
	table []byte
}

func (b largeBook) Table() []byte { return b.table }

// A client that reads slowly gets all answers, even if that takes longer than a response may take.
func TestSlowDownload(t *testing.T) {
	table := bytes.Repeat([]byte("2016#7\t(7!+7!)/(7-(7+7)/7)\n"), 1<<20)
	s := newSite(t, withBook(func(b engine.Book) engine.Book { return largeBook{b, table} }))
	server := httptest.NewUnstartedServer(webtest.Handler(s.Page))
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
	// By then the buffers are full, and the time that the server gives a response is over.
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
