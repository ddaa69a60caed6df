package telegram

import (
	"maps"
	"strings"
	"sync"
	"time"
)

// deletionPause is how long the bot deletes nothing in a chat after Telegram has refused a deletion there.
const deletionPause = 10 * time.Minute

// deletionRights knows in which chats Telegram has refused to delete a message, so that it is not asked again
// and again. The zero value is ready.
type deletionRights struct {
	mu sync.Mutex
	// until has, for each such chat, the time from which the bot tries again.
	until map[string]time.Time
}

// lacks reports whether the bot may probably not delete messages in a chat.
func (d *deletionRights) lacks(chat string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Now().Before(d.until[chat])
}

// learn notes how a deletion in a chat has ended.
func (d *deletionRights) learn(chat string, err error) {
	if err == nil || !strings.Contains(err.Error(), "message can't be deleted") {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(d.until, func(_ string, end time.Time) bool { return now.After(end) })
	if d.until == nil {
		d.until = map[string]time.Time{}
	}
	d.until[chat] = now.Add(deletionPause)
}

// forget lets the bot try again at once. It is called when the bot's rights in a chat have changed.
func (d *deletionRights) forget(chat string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.until, chat)
}
