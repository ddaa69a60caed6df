package storage

import (
	"sync"
	"time"
)

const (
	// pageLong is how long a page may take. After one that took longer, the next has half of the rows.
	pageLong = 8 * time.Millisecond
	// pageShort is the time below which a page is short. After a short page, the next has half as
	// many rows again.
	pageShort = 4 * time.Millisecond
)

// A Page is for work on more rows than one transaction may handle. Each transaction handles some of them, a page,
// and the Page says how many. How long a row takes depends on the table, on the size of the database, on how much
// of it is in memory, and on the machine. So the number follows how long the last pages took. Many goroutines may
// use a Page.
type Page struct {
	least, most int

	mu   sync.Mutex
	rows int
}

// NewPage returns a Page that begins with the least number of rows.
func NewPage(least, most int) *Page { return &Page{least: least, most: most, rows: least} }

// Do calls handle with the number of rows to handle in a transaction, and learns from how long that
// takes. handle returns how many rows there were, and Do returns the same.
func (p *Page) Do(handle func(rows int) (int64, error)) (int64, error) {
	p.mu.Lock()
	rows := p.rows
	p.mu.Unlock()
	began := time.Now()
	handled, err := handle(rows)
	p.took(rows, int(handled), time.Since(began))
	return handled, err
}

// took sets the next number of rows after a page. rows is how many rows were asked for, handled is how many there
// were, and d is how long they took.
func (p *Page) took(rows, handled int, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case handled < rows:
		// These were the last rows. The next ones come later or from another table, and may take longer each.
		p.rows = p.least
	case d > pageLong:
		p.rows = max(p.least, rows/2)
	case d < pageShort:
		p.rows = min(p.most, rows+rows/2+1)
	}
}
