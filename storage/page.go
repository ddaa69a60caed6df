package storage

import (
	"sync"
	"time"
)

const (
	// pageLong is how long a page may take. After one that took longer, the next has half of the rows.
	pageLong = 8 * time.Millisecond
	// pageShort is how long a page takes after which the next has half as many rows again.
	pageShort = 4 * time.Millisecond
)

// A Page is how many rows a transaction handles that goes through many of them, a page at a time. What
// a row costs depends on the size of the database, on what of it is in memory, and on the machine. So
// the number follows how long the pages before took. Many goroutines may use a Page.
type Page struct {
	least, most int

	mu   sync.Mutex
	rows int
}

// NewPage returns a Page that begins with the least number of rows.
func NewPage(least, most int) *Page { return &Page{least: least, most: most, rows: least} }

// Do calls handle, which handles at most that many rows in a transaction, and learns from how long it
// takes.
func (p *Page) Do(handle func(rows int) error) error {
	p.mu.Lock()
	rows := p.rows
	p.mu.Unlock()
	began := time.Now()
	err := handle(rows)
	p.took(rows, time.Since(began))
	return err
}

// took sets the next number of rows, after a page of some rows.
func (p *Page) took(rows int, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d > pageLong {
		p.rows = max(p.least, rows/2)
	}
	if d < pageShort {
		p.rows = min(p.most, rows+rows/2+1)
	}
}
