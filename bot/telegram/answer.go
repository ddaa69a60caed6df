package telegram

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"reckon/bot"
)

// answerFor is how long after its update an answer may wait for its turn, or for
// the end of what Telegram objects to. Nothing else of the chat is answered
// meanwhile.
const answerFor = 2 * time.Minute

// process answers an update and finishes its job, unless the end of ctx comes
// before it has begun or that of work before it is delivered: then it is left
// for the next run, whose handler will know it by its key.
func (p *poller) process(ctx, work context.Context, j *job) {
	begun := ctx.Err() == nil
	if begun {
		p.f.guard("update", func() { p.answer(work, j) })
	}
	j.query.close()
	if begun && work.Err() == nil {
		p.finish(j)
	}
}

func (p *poller) answer(work context.Context, j *job) {
	f := p.f
	req, ok := decode(&j.update, f.me.Load(), j.arrived)
	if !ok {
		return
	}
	log := f.log.With("key", req.Key)
	reply, broken := p.reply(work, &req)
	if req.Input.Kind == bot.Left {
		reply = bot.Reply{Silent: true} // nobody is there to read
	}
	m, err := f.deliver(work, j, &req, reply)
	switch {
	case err == nil && !broken:
		f.guard("sent", func() { p.h.Sent(work, req.Key, m) })
	case err != nil && work.Err() == nil:
		log.Warn("an answer could not be delivered", "chat", req.Chat.ID, "err", err)
	}
}

// reply asks the handler. If it breaks, the reply says so.
func (p *poller) reply(ctx context.Context, req *bot.Request) (r bot.Reply, broken bool) {
	ok := p.f.guard("handler", func() {
		if req.Player.Role == bot.RoleUnknown && req.Player.ID != "" && p.h.NeedsRole(req.Input) {
			req.Player.Role = p.f.role(ctx, req.Chat, req.Player)
		}
		r = p.h.Answer(ctx, *req)
	})
	if !ok {
		return p.f.broken(req.Locale), true
	}
	return r, false
}

// guard runs fn and tells whether it came to its end; a panic is logged.
func (f *FrontEnd) guard(what string, fn func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			f.log.Error("panic", "in", what, "value", v, "stack", string(debug.Stack()))
			ok = false
		}
	}()
	fn()
	return true
}

// deliver shows the reply. The message is zero if it was an alert or nothing.
func (f *FrontEnd) deliver(ctx context.Context, j *job, req *bot.Request, r bot.Reply) (bot.Message, error) {
	if r.Silent {
		return bot.Message{}, nil
	}
	if text, ok := alert(r, req.Chat); ok && j.query.answer(text) {
		return bot.Message{}, nil
	}
	go j.query.answer("") // beside the rest, which may have to wait its turn
	c := req.Chat
	if req.Input.Kind == bot.Moved {
		c.ID = req.Input.MovedTo
	}
	var own int64 // the person's message
	if j.Message != nil && req.Player.ID != "" {
		own = j.Message.ID
	}
	if r.Remove && own != 0 {
		f.remove(ctx, c, own)
		own = 0
	}
	if c.Private {
		own = 0 // who is answered goes without saying
	}
	msg, until := render(r, c, f.me.Load().Username), j.arrived.Add(answerFor)
	if src := req.Input.Source; r.Edit && !src.IsZero() {
		err := f.insist(ctx, until, func() error {
			if err := f.pace.wait(ctx, c, edits, until); err != nil {
				return err
			}
			return f.edit(ctx, src, msg)
		})
		var moved *bot.MovedError
		if refusal(err) != 400 && !errors.As(err, &moved) {
			return src, err
		}
		// The message is gone, too old, or left behind: say it in a new one.
	}
	return f.postAnswer(ctx, until, c, msg, own)
}

// postAnswer posts until it succeeds or need not be tried again. After a failure
// of unknown effect it tries again: seeing an answer twice is better than never.
func (f *FrontEnd) postAnswer(ctx context.Context, until time.Time, c bot.Chat, msg message, replyTo int64) (m bot.Message, err error) {
	post := func() error {
		if err := f.pace.wait(ctx, c, sends, until); err != nil {
			return err
		}
		m, err = f.send(ctx, c, msg, replyTo)
		return err
	}
	err = f.insist(ctx, until, post)
	var moved *bot.MovedError
	if errors.As(err, &moved) {
		c.ID, replyTo = moved.To, 0
		err = f.insist(ctx, until, post)
	}
	return m, err
}
