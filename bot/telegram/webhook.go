package telegram

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	// connections is how many updates Telegram may post at once, the most that it allows:
	// a slow one holds its connection.
	connections = 100
	// lookEvery is how often the bot looks whether the web hook is still set.
	lookEvery = time.Minute
	// longestHookPause is the longest before the bot asks again for a web hook that Telegram
	// refuses.
	longestHookPause = 30 * time.Second
)

// secretOf returns the secret of a bot's web hook. It comes from the token, so that all
// processes know it.
func secretOf(token string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("reckon telegram webhook"))
	return hex.EncodeToString(mac.Sum(nil))
}

// A webhook asks Telegram to post updates, and takes them.
type webhook struct {
	*client
	url    string // empty: nothing is posted
	secret string

	mu    sync.RWMutex
	inbox *inbox   // nil: no update is taken
	jobs  sync.Map // under way, by the number of their update

	seen time.Time // of the failures known
}

// An inbox is where posted updates go.
type inbox struct {
	ctx, work context.Context
	taker     *taker
}

// post takes an update that was posted. Like a fetched update, which is confirmed when it
// has been carried out, it is answered then. One that cannot be read is not wanted again.
func (w *webhook) post(ctx context.Context, body []byte) (status int) {
	if !json.Valid(body) {
		return http.StatusBadRequest
	}
	id, err := updateID(body)
	if err != nil {
		w.log.Warn("a post cannot be read", "err", err)
		return http.StatusOK
	}
	j := w.take(id, body)
	if j == nil {
		return http.StatusServiceUnavailable
	}
	select {
	case <-j.over:
	case <-ctx.Done(): // Telegram posts it again, and finds it under way or done
	}
	if !j.done.Load() {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// take takes an update, or returns the job that it already is; nil if Run has not begun
// or is to end.
func (w *webhook) take(id int, raw json.RawMessage) *job {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.inbox == nil {
		return nil
	}
	j := w.newJob(id, raw)
	if old, found := w.jobs.LoadOrStore(id, j); found {
		return old.(*job)
	}
	go func() {
		<-j.over
		w.jobs.Delete(id)
	}()
	w.inbox.taker.take(w.inbox.ctx, w.inbox.work, j)
	return j
}

// open takes posts into the inbox, or none if it is nil.
func (w *webhook) open(in *inbox) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inbox = in
}

// serve takes posts until ctx ends (nil) or Telegram refuses the token. The web hook
// stays set: other processes may serve it, or a later one.
func (w *webhook) serve(ctx context.Context, t *taker) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	w.open(&inbox{ctx, work, t})
	w.seen = time.Now()
	var err error
	for ctx.Err() == nil && !refusesToken(err) {
		err = chat.Insist(ctx, chat.Backoff(shortestPause, longestHookPause), w.log.Error, "the web hook is not set; see that RECKON_URL is reached from outside", refusesToken,
			func() error { return w.set(ctx) })
		if !refusesToken(err) {
			chat.Pause(ctx, lookEvery)
		}
	}
	w.open(nil)
	defer time.AfterFunc(drainFor, stop).Stop()
	if !t.chats.Wait(work) {
		w.log.Warn("some updates were not carried out; they will be posted again")
	}
	if refusesToken(err) {
		return errToken
	}
	return nil
}

// set sets the web hook unless it is as it should be, such as when another program has
// changed it.
func (w *webhook) set(ctx context.Context) error {
	var is tgbotapi.WebhookInfo
	if err := w.insist(ctx, &is, "getWebhookInfo", nil); err != nil {
		return err
	}
	failed := time.Unix(int64(is.LastErrorDate), 0)
	failing := is.URL == w.url && failed.After(w.seen)
	if failing {
		w.seen = failed
		w.log.Warn("updates do not arrive by the web hook", "err", is.LastErrorMessage, "waiting", is.PendingUpdateCount)
	}
	// A post that we refuse has another secret: another program has set the web hook.
	if w.asWanted(is) && !(failing && strings.Contains(is.LastErrorMessage, "401")) {
		return nil
	}
	err := w.call(ctx, nil, "setWebhook", tgbotapi.Params{
		"url": w.url, "secret_token": w.secret, "max_connections": strconv.Itoa(connections), "allowed_updates": allowedUpdates,
	})
	if err == nil {
		w.log.Info("the web hook is set", "url", w.url)
	}
	return err
}

// asWanted reports whether Telegram posts the right updates to the right address.
func (w *webhook) asWanted(is tgbotapi.WebhookInfo) bool {
	var wanted []string
	if err := json.Unmarshal([]byte(allowedUpdates), &wanted); err != nil {
		panic(err) // it is a constant
	}
	slices.Sort(wanted)
	slices.Sort(is.AllowedUpdates)
	return is.URL == w.url && !is.HasCustomCertificate && is.MaxConnections == connections && slices.Equal(is.AllowedUpdates, wanted)
}
