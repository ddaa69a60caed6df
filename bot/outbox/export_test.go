package outbox

// Kept counts what memory keeps of deliveries: items, their lanes, and edits.
func (b *Outbox) Kept() int {
	n := 0
	for _, o := range b.all() {
		o.mu.Lock()
		n += len(o.lanes) + len(o.rows) + len(o.edits) + o.held[prompt] + o.held[bulk]
		o.mu.Unlock()
	}
	return n
}
