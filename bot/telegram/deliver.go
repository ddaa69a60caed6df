package telegram

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
	"reckon/bot/chat/pace"
)

// errNotConnected says that the bot does not know its own name yet.
var errNotConnected = errors.New("not connected to Telegram yet")

// Lane implements chat.FrontEnd. The messages of a chat keep their order. Alerts, reactions and
// silent replies wait for no other delivery.
func (f *FrontEnd) Lane(d chat.Delivery) string {
	if d.IsReply() && waitsForNone(d) {
		return ""
	}
	return d.Place.Community
}

func waitsForNone(d chat.Delivery) bool {
	e := eventOf(d)
	if d.Reply.Silent || isReaction(d, e) {
		return true
	}
	_, isAlert := alert(d.Reply, d.Place)
	return isAlert && e.Query != ""
}

// Pace implements chat.FrontEnd.
func (f *FrontEnd) Pace(d chat.Delivery, ahead int) time.Duration {
	kind := pace.Post
	editsPressed := d.Reply.Edit && eventOf(d).Source != ""
	if editsPressed || !d.Message.IsZero() {
		kind = pace.Edit
	}
	call := pacedCall(d.Place, kind)
	call.Bulk = d.Bulk
	call.Minor = d.Minor
	return f.limit.Delay(call, ahead)
}

// Idempotent implements chat.FrontEnd. Telegram recognizes no delivery that comes twice.
func (f *FrontEnd) Idempotent() bool { return false }

// Deliver implements chat.FrontEnd.
func (f *FrontEnd) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	switch {
	case f.me.Load() == nil:
		return chat.Message{}, &chat.RetryError{After: time.Second, Err: errNotConnected}
	case d.IsReply():
		return f.answer(ctx, d)
	case d.Reply.Silent:
		return chat.Message{}, nil
	case d.Reply.Pins():
		return chat.Message{}, f.pin(ctx, d)
	case d.Reply.ShowsSecretAt(d.Place):
		// The message is secret, and others would see it at this place.
		return chat.Message{}, chat.ErrElsewhere
	case !d.Message.IsZero():
		return d.Message, f.change(ctx, d, d.Message.ID)
	}
	return f.post(ctx, d, nil)
}

// answer shows the reply to an update. If the update was a press, answer also ends the press.
func (f *FrontEnd) answer(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	e := eventOf(d)
	// pressed is nil if the update was no press, or is too old. Then its methods do nothing.
	var pressed *press
	if e.Query != "" && time.Since(d.At) < pressFor {
		pressed = f.press(ctx, e.Query)
	}
	if d.Repeated {
		// The delivery for the first request may be about to answer the press. hurry makes sure that it is
		// answered soon.
		pressed.hurry()
		return chat.Message{}, nil
	}
	if d.Reply.Silent || e.Gone {
		pressed.answer("")
		return chat.Message{}, nil
	}
	if text, ok := alert(d.Reply, d.Place); ok && pressed.answer(text) {
		return chat.Message{}, nil
	}
	// The press ends while the reply is sent, because neither call must wait for the other.
	go pressed.answer("")
	if f.mayShowAlone(d, e) {
		shown, err := f.showAlone(ctx, d, e)
		if shown || err != nil {
			return chat.Message{}, err
		}
	}
	if d.Reply.ShowsSecretAt(d.Place) {
		return chat.Message{}, f.showElsewhere(ctx, d, e)
	}
	return f.show(ctx, d, e)
}

// mayShowAlone reports whether a reply should be an ephemeral message, and may be one.
func (s *sender) mayShowAlone(d chat.Delivery, e event) bool {
	isForOne := d.Reply.Audience != chat.Everyone && !d.Place.Private
	if !isForOne || e.Reader == 0 || !s.knowsEphemeral.Load() {
		return false
	}
	// A reply that replaces a message which all can read is no ephemeral one, unless it is secret.
	replacesOpenly := d.Reply.Edit && e.Source != "" && !isEphemeral(e.Source)
	if replacesOpenly && d.Reply.Audience != chat.Secret {
		return false
	}
	isPress := e.Query != "" && time.Since(d.At) < pressFor
	return isPress || e.Ephemeral != 0
}

// showAlone shows a reply to the person alone. shown is false if Telegram refuses that.
func (f *FrontEnd) showAlone(ctx context.Context, d chat.Delivery, e event) (shown bool, err error) {
	if d.Reply.Edit && isEphemeral(e.Source) {
		err := f.change(ctx, d, e.Source)
		if statusOf(err) != http.StatusBadRequest {
			return err == nil, err
		}
		// The message is gone: a new one replaces it.
	}
	reader := map[string]any{"receiver_user_id": e.Reader}
	to := tgbotapi.Params{}
	if e.Query != "" {
		reader["callback_query_id"] = e.Query
	} else {
		to["reply_parameters"] = fmt.Sprintf(`{"ephemeral_message_id":%d,"allow_sending_without_reply":true}`, e.Ephemeral)
	}
	if err := to.AddInterface("ephemeral_message_parameters", reader); err != nil {
		return false, err
	}
	_, err = f.post(ctx, d, to)
	if statusOf(err) == http.StatusBadRequest {
		f.log.Debug("an ephemeral message was refused", "err", err)
		return false, nil
	}
	return err == nil, err
}

// showElsewhere tells people where to ask for a reply that is secret, unless the hint would be secret, too.
// It returns chat.ErrElsewhere unless telling them fails.
func (f *FrontEnd) showElsewhere(ctx context.Context, d chat.Delivery, e event) error {
	hint := d.Reply.Otherwise
	if hint == nil {
		elsewhere := f.broker.Elsewhere(d.Locale)
		hint = &elsewhere
	}
	remove := d.Reply.Remove
	d.Reply = *hint
	d.Reply.Edit = false
	d.Reply.Remove = remove
	if d.Reply.Silent || d.Reply.ShowsSecretAt(d.Place) {
		return chat.ErrElsewhere
	}
	if _, err := f.show(ctx, d, e); err != nil {
		return err
	}
	return chat.ErrElsewhere
}

// show shows a reply: as a reaction if that says everything, or as an edit, or as a new message.
func (f *FrontEnd) show(ctx context.Context, d chat.Delivery, e event) (chat.Message, error) {
	if isReaction(d, e) {
		shown, err := f.showReaction(ctx, d, e)
		if shown || err != nil {
			return chat.Message{}, err
		}
		// A reaction is not allowed, and the message could not be removed. So the reply is posted, and
		// show does not try again to remove the message.
		d.Reply.Remove = false
	} else if e.Edited {
		// A reaction to the message before it was edited may be wrong now.
		if err := f.react(ctx, d.Place, e, ""); err != nil {
			f.log.Debug("a reaction was not taken back", "err", err)
		}
	}
	removes := d.Reply.Remove && e.Message != 0
	if removes {
		if _, err := f.remove(ctx, d.Place, e.Message); err != nil {
			return chat.Message{}, err
		}
	}
	if d.Reply.Edit && e.Source != "" {
		err := f.change(ctx, d, e.Source)
		if statusOf(err) != http.StatusBadRequest {
			return chat.Message{Place: d.Place, ID: e.Source}, err
		}
		// The message is gone or too old: a new one replaces it.
	}
	// Others have seen neither a press nor an ephemeral command.
	isUnseen := e.Query != "" || e.Ephemeral != 0
	if isUnseen && d.Reply.Audience == chat.Asker && !d.Place.Private {
		d.Reply.Text = beginWithName(d.Reply.Text, d.Name)
	}
	replyTo := e.Message
	// In a private chat it is clear who is answered. Telegram refuses replies to messages that are gone.
	if d.Place.Private || removes {
		replyTo = 0
	}
	return f.post(ctx, d, replyParams(replyTo))
}

// replyParams returns the fields with which a new message replies to another one. They are nil if replyTo is 0.
func replyParams(replyTo int) tgbotapi.Params {
	if replyTo == 0 {
		return nil
	}
	return tgbotapi.Params{
		"reply_parameters": fmt.Sprintf(`{"message_id":%d,"allow_sending_without_reply":true}`, replyTo),
	}
}

// beginWithName begins a text with the name of the person whom it answers. A message that answers a press
// is no reply to a message. So without the name others in the group could not tell whom it is for. A
// title stays without a name.
func beginWithName(lines []chat.Line, name string) []chat.Line {
	isSentence := len(lines) > 0 && len(lines[0]) > 0 && lines[0].Block() == chat.Plain
	if name == "" || !isSentence {
		return lines
	}
	beginsWithName := lines[0][0].Text == name
	if beginsWithName {
		return lines
	}
	first := append(chat.Line{{Style: chat.Strong, Text: name}, {Text: ": "}}, lines[0]...)
	return append([]chat.Line{first}, lines[1:]...)
}

// isReaction reports whether a reply is shown as a reaction to the person's message.
func isReaction(d chat.Delivery, e event) bool {
	hasMessage := e.Message != 0 && e.Query == ""
	return d.Reply.Mark != "" && hasMessage && !d.Place.Private
}

// showReaction removes the person's message if the reply asks for that and the bot may. Otherwise it
// reacts to the message. It returns false if it could do neither, because the reaction is not allowed.
func (f *FrontEnd) showReaction(ctx context.Context, d chat.Delivery, e event) (bool, error) {
	if d.Reply.Remove {
		removed, err := f.remove(ctx, d.Place, e.Message)
		if removed || err != nil {
			return removed, err
		}
	}
	err := f.react(ctx, d.Place, e, d.Reply.Mark)
	if statusOf(err) == http.StatusBadRequest {
		return false, nil
	}
	return true, err
}

// react puts a mark on the person's message as a reaction. If the mark is empty, react takes back the bot's
// reaction. A group's administrators choose which emoji are allowed.
func (f *FrontEnd) react(ctx context.Context, place chat.Place, e event, mark string) error {
	call := pacedCall(place, pace.Other)
	if err := f.wait(ctx, call); err != nil {
		return err
	}
	reactions := []map[string]string{}
	if mark != "" {
		reactions = append(reactions, map[string]string{"type": "emoji", "emoji": mark})
	}
	p := tgbotapi.Params{"chat_id": place.Community, "message_id": decimal(e.Message)}
	if err := p.AddInterface("reaction", reactions); err != nil {
		return err
	}
	return f.outcome(call, f.call(ctx, nil, "setMessageReaction", p))
}

// Notice implements chat.Noticer: it reacts with a pair of eyes.
func (f *FrontEnd) Notice(ctx context.Context, d chat.Delivery) {
	d.Reply = chat.Reply{Mark: "👀"}
	e := eventOf(d)
	if !isReaction(d, e) {
		return
	}
	if err := f.react(ctx, d.Place, e, d.Reply.Mark); err != nil {
		f.log.Debug("a message was not marked as read", "err", err)
	}
}

// change waits for the rate limit and edits a message.
func (f *FrontEnd) change(ctx context.Context, d chat.Delivery, id string) error {
	call := pacedCall(d.Place, pace.Edit)
	call.Bulk = d.Bulk
	if err := f.wait(ctx, call); err != nil {
		return err
	}
	place := d.Place
	if strings.HasPrefix(id, inlineMark) {
		// The person is told in a private chat, but others read this message.
		place.Private = false
	}
	text, _ := render(maxText, d.Reply, place, *f.me.Load())
	return f.edit(ctx, call, id, text)
}

// pin pins or unpins a message, without a sound. A pin adds a line to the chat, so it keeps to the
// limits of messages.
func (f *FrontEnd) pin(ctx context.Context, d chat.Delivery) error {
	call := pacedCall(d.Place, pace.Post)
	call.Bulk = d.Bulk
	if err := f.wait(ctx, call); err != nil {
		return err
	}
	if d.Reply.Unpin != "" {
		p := tgbotapi.Params{"chat_id": d.Place.Community, "message_id": d.Reply.Unpin}
		err := f.outcome(call, f.call(ctx, nil, "unpinChatMessage", p))
		refused, ok := errors.AsType[*chat.RefusedError](err)
		if ok && refused.Gone != chat.GoneCommunity {
			// The message is gone or not pinned any more, or the bot may not unpin it. Another try changes nothing.
			return nil
		}
		return err
	}
	p := tgbotapi.Params{
		"chat_id":              d.Place.Community,
		"message_id":           d.Reply.Pin,
		"disable_notification": "true",
	}
	err := f.outcome(call, f.call(ctx, nil, "pinChatMessage", p))
	if refused, ok := errors.AsType[*chat.RefusedError](err); ok {
		refused.Gone = goneByPin(refused.Gone)
	}
	return err
}

// goneByPin returns what is gone if a pin was refused. gone is what the same refusal would mean for a
// message.
func goneByPin(gone chat.Gone) chat.Gone {
	switch gone {
	case chat.GoneCommunity:
		return chat.GoneCommunity
	case chat.GoneRight:
		return chat.GonePin
	}
	return chat.GoneMessage
}

// post waits for the rate limit and sends a message: as the caption of a file or picture if there is
// one, or as text. answers has the fields that say what the message answers.
func (f *FrontEnd) post(ctx context.Context, d chat.Delivery, answers tgbotapi.Params) (chat.Message, error) {
	call := pacedCall(d.Place, pace.Post)
	call.Bulk = d.Bulk
	if err := f.wait(ctx, call); err != nil {
		return chat.Message{}, err
	}
	me := *f.me.Load()
	caption, whole := render(maxCaption, d.Reply.BesidePicture(), d.Place, me)
	if file := d.Reply.File; file != nil {
		document := &attachment{method: "sendDocument", field: "document", name: file.Name, data: file.Data}
		return f.send(ctx, d.Place, caption, answers, document)
	}
	// The text says all that the picture shows. So it goes alone if it is too long for a caption, or
	// if the picture fails.
	var photo *attachment
	if whole {
		photo = f.photo(d.Reply.Picture)
	}
	if photo != nil {
		m, err := f.send(ctx, d.Place, caption, answers, photo)
		if !chat.RefusesPicture(err) {
			return m, err
		}
	}
	text, _ := render(maxText, d.Reply, d.Place, me)
	return f.send(ctx, d.Place, text, answers, nil)
}

// photo draws a picture for a light screen, which is Telegram's default. It returns nil if
// there is none.
func (f *FrontEnd) photo(picture *chat.Picture) *attachment {
	if picture == nil {
		return nil
	}
	png, err := f.broker.Draw(*picture, false)
	if err != nil {
		f.log.Error("a picture was not drawn", "kind", picture.Kind, "err", err)
		return nil
	}
	return &attachment{method: "sendPhoto", field: "photo", name: "photo.png", data: png}
}

// An attachment is a file to be sent by a method, in a field of its form.
type attachment struct {
	method string
	field  string
	name   string
	data   []byte
}

// send sends a message, with a file unless file is nil. answers has the fields that say what the message answers.
// The caller has waited for the rate limit.
func (s *sender) send(
	ctx context.Context, to chat.Place, msg message, answers tgbotapi.Params, file *attachment,
) (chat.Message, error) {
	p, err := msg.params()
	if err != nil {
		return chat.Message{}, err
	}
	p["chat_id"] = to.Community
	p.AddNonEmpty("message_thread_id", to.Channel)
	if msg.Quiet {
		p["disable_notification"] = "true"
	}
	maps.Copy(p, answers)
	var sent tgbotapi.Message
	if file == nil {
		err = s.call(ctx, &sent, "sendMessage", p)
	} else {
		p["caption"] = p["text"]
		delete(p, "text")
		delete(p, "link_preview_options")
		data := tgbotapi.FileBytes{Name: file.name, Bytes: file.data}
		err = s.call(ctx, &sent, file.method, p, tgbotapi.RequestFile{Name: file.field, Data: data})
	}
	if err := s.outcome(pacedCall(to, pace.Post), err); err != nil {
		return chat.Message{}, err
	}
	return chat.Message{Place: to, ID: decimal(sent.MessageID)}, nil
}

// edit replaces a message. If the message has that text already, it counts as edited.
func (s *sender) edit(ctx context.Context, call pace.Call, id string, msg message) error {
	p, err := msg.params()
	if err != nil {
		return err
	}
	inline, isInline := strings.CutPrefix(id, inlineMark)
	method := "editMessageText"
	switch {
	case isInline:
		p["inline_message_id"] = inline
	case isEphemeral(id):
		method = "editEphemeralMessageText"
		nameEphemeral(p, call.Chat, id)
	default:
		p["chat_id"] = call.Chat
		p["message_id"] = id
	}
	err = s.call(ctx, nil, method, p)
	if statusOf(err) == http.StatusBadRequest && strings.Contains(err.Error(), "message is not modified") {
		err = nil
	}
	err = s.outcome(call, err)
	if refused, isRefused := errors.AsType[*chat.RefusedError](err); isRefused && isInline {
		// The refusal says nothing about the private chat of the person who is told.
		refused.Gone = chat.GoneMessage
	}
	return err
}

// outcome tells the rate limit how a call ended. It returns the call's error, as a *chat.RefusedError
// if Telegram will never take the message.
func (s *sender) outcome(call pace.Call, err error) error {
	s.learn(call, err)
	code := statusOf(err)
	isRefusal := code == http.StatusBadRequest || code == http.StatusRequestEntityTooLarge
	// An error that says what is gone is a RefusedError already.
	saysWhatIsGone := chat.GoneBy(err) != ""
	if isRefusal && !saysWhatIsGone {
		return &chat.RefusedError{Err: err}
	}
	return err
}

// remove deletes a person's message if the bot may do that, and reports whether it was deleted. A
// refusal is no error, since replies ask for removal even if the bot lacks the right. After a refusal
// it is not tried again in that chat for a while. Any error is a *chat.RetryError.
func (s *sender) remove(ctx context.Context, place chat.Place, id int) (bool, error) {
	if s.deletions.lacks(place.Community) {
		return false, nil
	}
	// A message that gives a solution away has to go soon. So deletions have a Scope of their own: they
	// do not wait when Telegram has refused other calls for the chat.
	call := pacedCall(place, pace.Other)
	call.Scope = deletions
	if err := s.wait(ctx, call); err != nil {
		return false, err
	}
	p := tgbotapi.Params{"chat_id": place.Community, "message_id": decimal(id)}
	err := s.call(ctx, nil, "deleteMessage", p)
	s.deletions.learn(place.Community, err)
	if err == nil {
		return true, nil
	}
	s.log.Debug("a message was not deleted", "chat", place.Community, "err", err)
	if !errors.As(err, new(*chat.RetryError)) {
		return false, nil
	}
	return false, s.outcome(call, err)
}

func (m message) params() (tgbotapi.Params, error) {
	p := tgbotapi.Params{
		"text":                 m.HTML,
		"parse_mode":           tgbotapi.ModeHTML,
		"link_preview_options": `{"is_disabled":true}`,
	}
	if len(m.Keyboard) == 0 {
		return p, nil
	}
	return p, p.AddInterface("reply_markup", map[string][][]button{"inline_keyboard": m.Keyboard})
}
