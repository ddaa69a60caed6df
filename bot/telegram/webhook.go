package telegram

import (
	"context"
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
	// connections is how many updates Telegram may post at the same time. It is as many as Telegram
	// allows, because a slow update holds its connection.
	connections = 100
	// checkEvery is how often the bot checks whether the web hook is still set.
	checkEvery = time.Minute
	// longestHookPause is the longest pause before the bot tries again to set a web hook that Telegram
	// refuses.
	longestHookPause = 30 * time.Second
)

// webhookSecret returns the secret of a bot's web hook. It comes from the token, so that all
// processes know it.
func webhookSecret(token string) string {
	return hex.EncodeToString(hmacOf([]byte(token), "reckon telegram webhook"))
}

// A webhook asks Telegram to post updates, and takes them.
type webhook struct {
	*client
	// url is where Telegram posts; if it is empty, nothing is posted.
	url    string
	secret string

	mu sync.RWMutex
	// inbox is nil while no update is taken.
	inbox *inbox
	// jobs has the jobs that are not over, by the number of their update.
	jobs sync.Map

	// lastFailure is the time of the last failed post that was logged.
	lastFailure time.Time
}

// An inbox takes posted updates.
type inbox struct {
	// ctx and work are those of taker.take.
	ctx, work context.Context
	taker     *taker
}

// post takes an update that was posted, and returns the status of the response when the update has been
// carried out. If an update cannot be read, the status is 200, so that Telegram does not post it again.
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
	case <-ctx.Done():
		// Telegram posts the update again. Then post finds the same job, and waits for it.
	}
	if !j.done.Load() {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// take begins an update and returns its job. If the update has begun already, it returns the job that
// the update has. The job is nil if Run has not begun, or was told to end.
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

// open sets the inbox that takes posts. With nil, all posts are refused.
func (w *webhook) open(in *inbox) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inbox = in
}

// serve takes posts until ctx ends (then it returns nil) or Telegram refuses the token. The web hook
// stays set, since other processes may serve it now or later.
func (w *webhook) serve(ctx context.Context, t *taker) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	w.open(&inbox{ctx, work, t})
	w.lastFailure = time.Now()
	err := w.watch(ctx)
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

// watch keeps the web hook set until ctx ends or Telegram refuses the token.
func (w *webhook) watch(ctx context.Context) error {
	const complaint = "the web hook is not set; see that RECKON_URL is reached from outside"
	for ctx.Err() == nil {
		pauses := chat.Backoff(shortestPause, longestHookPause)
		set := func() error { return w.set(ctx) }
		err := chat.Insist(ctx, pauses, w.log.Error, complaint, refusesToken, set)
		if refusesToken(err) {
			return err
		}
		chat.Pause(ctx, checkEvery)
	}
	return nil
}

// set sets the web hook, unless it is set as it should be. Another program may have changed it.
func (w *webhook) set(ctx context.Context) error {
	var hook tgbotapi.WebhookInfo
	if err := w.insist(ctx, &hook, "getWebhookInfo", nil); err != nil {
		return err
	}
	failedAt := time.Unix(int64(hook.LastErrorDate), 0)
	hasNewFailure := hook.URL == w.url && failedAt.After(w.lastFailure)
	if hasNewFailure {
		w.lastFailure = failedAt
		w.log.Warn("updates do not arrive by the web hook", "err", hook.LastErrorMessage, "waiting", hook.PendingUpdateCount)
	}
	// If we have refused a post (401), it had another secret: another program has set the web hook.
	hasOtherSecret := hasNewFailure && strings.Contains(hook.LastErrorMessage, "401")
	if w.isAsWanted(hook) && !hasOtherSecret {
		return nil
	}
	err := w.call(ctx, nil, "setWebhook", tgbotapi.Params{
		"url":             w.url,
		"secret_token":    w.secret,
		"max_connections": strconv.Itoa(connections),
		"allowed_updates": allowedUpdates,
	})
	if err != nil {
		return err
	}
	w.log.Info("the web hook is set", "url", w.url)
	return nil
}

// isAsWanted reports whether Telegram posts the right updates to the right address.
func (w *webhook) isAsWanted(hook tgbotapi.WebhookInfo) bool {
	if hook.URL != w.url || hook.HasCustomCertificate || hook.MaxConnections != connections {
		return false
	}
	var wanted []string
	if err := json.Unmarshal([]byte(allowedUpdates), &wanted); err != nil {
		// The text is a constant.
		panic(err)
	}
	slices.Sort(wanted)
	slices.Sort(hook.AllowedUpdates)
	return slices.Equal(hook.AllowedUpdates, wanted)
}
