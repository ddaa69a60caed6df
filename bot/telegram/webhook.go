package telegram

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
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
	// connections is how many updates Telegram may have on their way at once, the most
	// there may be: a slow one holds its connection.
	connections = 100
	// lookEvery is how often it is seen whether the web hook is still set.
	lookEvery = time.Minute
)

// secretHeader is where Telegram repeats the secret it was told when the web hook was
// set.
const secretHeader = "X-Telegram-Bot-Api-Secret-Token"

// secretOf is the secret of a bot's web hook. It comes from the token, so that all
// processes know it.
func secretOf(token string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("reckon telegram webhook"))
	return hex.EncodeToString(mac.Sum(nil))
}

// A webhook has Telegram post updates, and takes them in.
type webhook struct {
	*client
	url    string // empty: nothing is posted
	secret string

	mu     sync.RWMutex
	inbox  *inbox   // nil: nothing is taken in
	inHand sync.Map // jobs by the number of their update

	seen time.Time // of the failures known
}

// An inbox is where updates go that are posted.
type inbox struct {
	ctx, work context.Context
	takes     *taker
}

// post takes an update in that was posted. It is answered when it was carried out, as
// one that is fetched is confirmed then; one that cannot be read is not wanted again.
func (w *webhook) post(ctx context.Context, h http.Header, body []byte) (status int) {
	if subtle.ConstantTimeCompare([]byte(h.Get(secretHeader)), []byte(w.secret)) != 1 {
		return http.StatusUnauthorized
	}
	if !json.Valid(body) {
		return http.StatusBadRequest
	}
	var u struct {
		ID int `json:"update_id"`
	}
	if err := json.Unmarshal(body, &u); err != nil {
		w.log.Warn("an update without a number", "err", err)
		return http.StatusOK
	}
	j := w.take(u.ID, body)
	if j == nil {
		return http.StatusServiceUnavailable
	}
	select {
	case <-j.over:
	case <-ctx.Done(): // Telegram posts it again, and finds it in hand or done
	}
	if !j.done.Load() {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// take takes an update in, or finds it in hand; nil: the end has come.
func (w *webhook) take(id int, raw json.RawMessage) *job {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.inbox == nil {
		return nil
	}
	u, err := readUpdate(id, raw)
	if err != nil {
		w.log.Warn("an update cannot be read", "update", id, "err", err)
	}
	j := newJob(u)
	if old, found := w.inHand.LoadOrStore(id, j); found {
		return old.(*job)
	}
	go func() {
		<-j.over
		w.inHand.Delete(id)
	}()
	w.inbox.takes.take(w.inbox.ctx, w.inbox.work, j)
	return j
}

// open has updates taken in, into the inbox; nil: no more.
func (w *webhook) open(in *inbox) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inbox = in
}

// serve has updates posted until ctx ends (nil) or Telegram no longer knows the token.
// The web hook stays set: other processes may serve it, or a later one.
func (w *webhook) serve(ctx context.Context, t *taker) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	w.open(&inbox{ctx, work, t})
	err := w.keepSet(ctx)
	w.open(nil)
	defer time.AfterFunc(drainFor, stop).Stop()
	if !t.lanes.Wait(work) {
		w.log.Warn("some updates were not carried out; they will be posted again")
	}
	return err
}

// keepSet sets the web hook, and again where another program has changed it.
func (w *webhook) keepSet(ctx context.Context) error {
	again := func(err error, pause time.Duration) bool {
		if refusesToken(err) {
			return false
		}
		w.log.Error("the web hook is not set; see that RECKON_URL is reached from outside", "err", err, "pause", pause)
		return true
	}
	w.seen = time.Now()
	for ctx.Err() == nil {
		err := chat.Retry(ctx, chat.Backoff(shortestPause, longestPause), again, func() error { return w.set(ctx) })
		if refusesToken(err) {
			return errToken
		}
		chat.Pause(ctx, lookEvery)
	}
	return nil
}

// set sets the web hook unless it is as it should be.
func (w *webhook) set(ctx context.Context) error {
	var is tgbotapi.WebhookInfo
	if err := w.callInto(ctx, &is, "getWebhookInfo", nil); err != nil {
		return err
	}
	failed := time.Unix(int64(is.LastErrorDate), 0)
	failing := is.URL == w.url && failed.After(w.seen)
	if failing {
		w.seen = failed
		w.log.Warn("updates do not arrive by the web hook", "err", is.LastErrorMessage, "waiting", is.PendingUpdateCount)
	}
	// What we refuse was posted with another secret: that of whoever set it.
	if w.asWanted(is) && !(failing && strings.Contains(is.LastErrorMessage, "401")) {
		return nil
	}
	_, err := w.call(ctx, "setWebhook", tgbotapi.Params{
		"url": w.url, "secret_token": w.secret, "max_connections": strconv.Itoa(connections), "allowed_updates": allowedUpdates,
	})
	if err == nil {
		w.log.Info("the web hook is set", "url", w.url)
	}
	return err
}

// asWanted tells whether Telegram posts what it is to post to where it is to.
func (w *webhook) asWanted(is tgbotapi.WebhookInfo) bool {
	var wanted []string
	if err := json.Unmarshal([]byte(allowedUpdates), &wanted); err != nil {
		panic(err) // it is ours
	}
	slices.Sort(wanted)
	slices.Sort(is.AllowedUpdates)
	return is.URL == w.url && !is.HasCustomCertificate && is.MaxConnections == connections && slices.Equal(is.AllowedUpdates, wanted)
}
