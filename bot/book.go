package bot

import (
	"context"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/talk"
)

// Contents implements chat.Library.
func (b *Bot) Contents(ctx context.Context, r chat.Request) (c chat.Contents, ok bool, err error) {
	err = b.show(ctx, r, func(req *feature.Request) error {
		c, ok, err = b.handlers.books.Contents(req)
		return err
	})
	return c, ok, err
}

// Leaf implements chat.Library.
func (b *Bot) Leaf(ctx context.Context, r chat.Request, name string) (l chat.Leaf, ok bool, err error) {
	err = b.show(ctx, r, func(req *feature.Request) error {
		l, ok, err = b.handlers.books.Leaf(req, name)
		return err
	})
	return l, ok, err
}

// Table implements chat.Library.
func (b *Bot) Table() []byte {
	if book := b.handlers.books.Book; book != nil {
		return book.Table()
	}
	return nil
}

// Checker implements chat.Library.
func (b *Bot) Checker() []byte {
	if book := b.handlers.books.Book; book != nil {
		return book.Checker()
	}
	return nil
}

// Find implements chat.Library. What beats the book is answered as in a private chat: the
// puzzle is posed, and the answer judged, stored and told as any other.
func (b *Bot) Find(ctx context.Context, r chat.Request, f chat.Find) (reply chat.Reply, found bool, err error) {
	var w talk.Weighed
	if err := b.show(ctx, r, func(req *feature.Request) error {
		w, err = b.handlers.books.Weigh(req, f)
		return err
	}); err != nil || !w.Better {
		return w.Reply, false, err
	}
	acts := []chat.Input{{Kind: chat.Opened, Data: command.Data(button.ActPose, w.Puzzle)}, {Kind: chat.Text, Text: f.Answer}}
	if f.Credit { // before the answer, whose reply is the last
		acts = append([]chat.Input{{Kind: chat.Command, Name: "settings", Args: map[string]string{"credit": "on"}}}, acts...)
	}
	key := r.Key
	for i, in := range acts {
		r.Key, r.Input = key+":"+[]string{"a", "b", "c"}[i], in
		if reply, _, err = b.Do(ctx, r); err != nil {
			return reply, false, err
		}
	}
	return reply, reply.Tone == chat.Good, nil
}
