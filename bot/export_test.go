package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/storage"
)

// Tick runs all that is due: jobs, one after the other, and then deliveries.
func (b *Bot) Tick(ctx context.Context, fronts ...chat.FrontEnd) error {
	kinds := b.JobKinds()
	for {
		var due []storage.Job
		now := b.now()
		err := b.store.Write(ctx, func(tx *storage.Tx) (err error) {
			if err := tx.PullJobs(kinds, now); err != nil {
				return err
			}
			due, err = tx.ClaimJobs(kinds, now, 1)
			return err
		})
		if err != nil {
			return err
		}
		if len(due) == 0 {
			break
		}
		b.jobs.Do(ctx, due[0], now)
	}
	b.outbox.Open(fronts...)
	for last := -1; ; {
		waiting, err := b.waiting(ctx)
		if err != nil || waiting == last {
			return errors.Join(err, b.heart.Beat(ctx))
		}
		last = waiting
		ended, end := context.WithCancel(ctx)
		end()
		b.outbox.Run(ended)
	}
}

// waiting counts the deliveries that have not ended.
func (b *Bot) waiting(ctx context.Context) (n int, err error) {
	err = b.store.Read(ctx, func(tx *storage.Tx) error {
		all, err := tx.Backlogs()
		for _, backlog := range all {
			n += backlog.Count
		}
		return err
	})
	return n, err
}

// FeatureNames returns the names of all features.
func FeatureNames() (names []string) {
	for _, f := range new(Bot).listFeatures(feature.Kernel{}) {
		names = append(names, f.Name)
	}
	return names
}

// Commands returns the names in the table of commands.
func (b *Bot) Commands() (names []string) {
	for _, cmd := range b.commands.Commands {
		names = append(names, cmd.Name)
	}
	return names
}

// Is returns the traits of a command, such as "/help", or of a button's act, such as "hint".
func (b *Bot) Is(act string) command.Trait {
	if name, ok := strings.CutPrefix(act, "/"); ok {
		return b.commands.Find(name).Is
	}
	return b.buttons[act].Is
}

// Answer carries out a request as Take does, and returns the reply as it is delivered, with its file. Delivered
// must be called when the person has seen the reply.
func (b *Bot) Answer(ctx context.Context, r chat.Request) chat.Reply {
	d, _, _ := b.take(ctx, r)
	isFileMissing := d.Reply.File != nil && d.Reply.File.Kind != ""
	if !isFileMissing {
		return d.Reply
	}
	if err := b.fill(ctx, &d); err != nil {
		return b.noFile(d.Locale)
	}
	return d.Reply
}

// TakeAndDeliver carries out a request as Take does, and notes that the reply was shown as m.
func (b *Bot) TakeAndDeliver(ctx context.Context, r chat.Request, m chat.Message) (chat.Reply, error) {
	d, row, err := b.take(ctx, r)
	if err != nil || row.ID == 0 {
		return d.Reply, err
	}
	return d.Reply, b.store.Write(ctx, func(tx *storage.Tx) error {
		if _, err := tx.Done(row, storage.Delivered, m.ID, "", b.now()).List(); err != nil {
			return err
		}
		return b.delivered(tx, row, m, b.now())
	})
}

// JobKinds returns the kinds of jobs.
func (b *Bot) JobKinds() []string {
	clocks, bulk := b.kinds()
	return slices.Concat(slices.Sorted(maps.Keys(clocks)), slices.Sorted(maps.Keys(bulk)))
}

// RunJob claims a due job of a kind and runs it. It reports whether there was one.
func (b *Bot) RunJob(ctx context.Context, kind string) (bool, error) {
	var due []storage.Job
	now := b.now()
	err := b.store.Write(ctx, func(tx *storage.Tx) error {
		var err error
		due, err = tx.ClaimJobs([]string{kind}, now, 1)
		return err
	})
	if err != nil || len(due) == 0 {
		return false, err
	}
	b.jobs.Do(ctx, due[0], now)
	return true, nil
}

// ArgumentsOf returns the arguments of a command.
func (b *Bot) ArgumentsOf(name string) command.Arguments { return b.commands.Find(name).Args }

// Acts returns the acts in the table of buttons.
func (b *Bot) Acts() []string { return slices.Sorted(maps.Keys(b.buttons)) }

// Data returns the data of a button. Sealed adds the seal.
func (b *Bot) Data(act string, args ...any) string { return command.Data(act, args...) }

// Enclose encloses a text as an offered answer has it.
func (b *Bot) Enclose(text, person, round string) string { return b.seals.Enclose(text, person, round) }

func (b *Bot) Sealed(data string) string { return b.seals.Seal(data) }

// Repeats carries a request out, and reports whether its delivery says that the request came before.
func (b *Bot) Repeats(ctx context.Context, r chat.Request) bool {
	_, repeated, _ := b.Do(ctx, r)
	return repeated
}

// Delivered notes that the reply to the request of a key was shown as the message m.
func (b *Bot) Delivered(ctx context.Context, key string, m chat.Message) {
	err := b.store.Write(ctx, func(tx *storage.Tx) error {
		all, err := tx.Waiting("")
		i := slices.IndexFunc(all, func(o storage.Outgoing) bool { return o.Nonce == key && o.Event != nil })
		if err != nil || i < 0 {
			return err
		}
		o := all[i]
		if _, err := tx.Done(o, storage.Delivered, m.ID, "", b.now()).List(); err != nil {
			return err
		}
		return b.delivered(tx, o, m, b.now())
	})
	if err != nil {
		b.log.Error("delivery not recorded", "key", key, "error", err)
	}
}

// ReplyTo returns the delivery of the reply to a request.
func (b *Bot) ReplyTo(ctx context.Context, r chat.Request) (chat.Delivery, error) {
	d, _, err := b.take(ctx, r)
	return d, err
}

// PanicForPage makes something for the page that panics, and returns the error that the page is told.
func (b *Bot) PanicForPage(ctx context.Context, r chat.Request) error {
	return b.withRequest(ctx, r, func(*feature.Request) error { panic("a fault of ours") })
}
