package outbox

// Kept counts what memory keeps of deliveries: items, their lanes, edits, and ends that are not stored.
func (b *Outbox) Kept() int {
	b.notes.mu.Lock()
	n := len(b.notes.pending)
	b.notes.mu.Unlock()
	for _, o := range b.all() {
		o.mu.Lock()
		n += len(o.lanes) + len(o.rows) + len(o.edits) + len(o.followers) + o.held[prompt] + o.held[bulk]
		o.mu.Unlock()
	}
	return n
}
