package web

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"strings"

	"reckon/bot/chat"
)

// An actRequest is the body of a request to do something. It has a Command or a Press, each with or without
// a Text, or an Open, or only a Text.
type actRequest struct {
	// Key is the same when the page sends an act again.
	Key string
	// Press is the data of a button or, if there is a Text, of the form into which it was typed.
	Press string
	// Text is an answer, the value of a form, or what follows the name of a command.
	Text string
	// Taps is how many taps an answer has taken since its puzzle was shown; 0: it was typed.
	Taps int
	// Command is the name of a command.
	Command string
	// Open is the data of a link that was opened.
	Open string
	// Round is the token of the round that the view in the response shows; empty: it shows the round that
	// Open opens or, without an Open, the person's current round.
	Round string
	// Day reports whether the view shows the day, too.
	Day bool
	// Dark reports whether the picture of the reply is for a dark screen.
	Dark bool
}

// actKeys match the keys that a page may give to acts.
var actKeys = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// input returns what the person does.
func (a actRequest) input() chat.Input {
	in := chat.Input{Kind: chat.Text, Text: a.Text, Data: a.Press, Taps: max(0, a.Taps)}
	switch {
	case a.Command != "":
		in.Kind = chat.Command
		in.Name = strings.ToLower(a.Command)
	case a.Open != "":
		in.Kind = chat.Opened
		in.Data = a.Open
	case a.Press != "" && a.Text != "":
		in.Kind = chat.Submit
	case a.Press != "":
		in.Kind = chat.Press
	}
	return in
}

// isValid reports whether an act says what to do, has a good key, and is not too long.
func (a actRequest) isValid() bool {
	in := a.input()
	isEmpty := a.Command == "" && in.Data == "" && a.Text == ""
	fits := len(a.Command) <= maxData && len(in.Data) <= maxData && len(a.Text) <= maxText
	return fits && !isEmpty && actKeys.MatchString(a.Key)
}

// An actResponse is the answer to an actRequest.
type actResponse struct {
	Reply    *reply     `json:"reply,omitempty"`
	View     *chat.View `json:"view"`
	Repeated bool       `json:"repeated,omitempty"`
	// Forgotten means that nothing about the person is stored any more.
	Forgotten bool `json:"forgotten,omitempty"`
}

// A reply is a chat.Reply as the page gets it: with its picture drawn.
type reply struct {
	chat.Reply
	// Picture replaces the field of chat.Reply, which has only the facts of the picture.
	Picture *picture `json:"picture,omitempty"`
	// Otherwise is always nil. It hides the field of chat.Reply, because the page can show every reply.
	Otherwise *chat.Reply `json:"otherwise,omitempty"`
}

type picture struct {
	PNG []byte `json:"png"`
	Alt string `json:"alt"`
}

// serveAct carries out what a person does.
func (f *FrontEnd) serveAct(w http.ResponseWriter, r *http.Request, s session) {
	var a actRequest
	if !f.allow(w, "act "+personKey(s), actPace) || !readBody(w, r, &a) {
		return
	}
	if !a.isValid() {
		refuse(w, badRequest)
		return
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	response, err := f.carryOut(ctx, r.Context(), s, a)
	if err != nil {
		refuseError(w, err)
		return
	}
	writeJSON(w, response)
}

// carryOut carries out an act, and returns the reply and what the person sees then. If the view cannot be loaded,
// the act is carried out nevertheless. When the page sends the act again, the response has the view. stays ends
// when the person has left or has the response.
func (f *FrontEnd) carryOut(ctx, stays context.Context, s session, a actRequest) (*actResponse, error) {
	req := f.request(s)
	req.Present = f.presence.ids(s, req.At)
	req.Stays = stays
	req.Key = "web:" + personKey(s) + ":" + a.Key
	req.Input = a.input()
	answer, repeated, err := f.Bot.Do(ctx, req)
	if err != nil {
		return nil, err
	}
	view, err := f.loadView(ctx, s, cmp.Or(a.Round, a.Open), a.Day)
	if err != nil {
		return nil, err
	}
	if answer.Forgotten {
		// Others must not read the name any more.
		f.presence.leave(f.Live, s)
	}
	response := &actResponse{View: view, Repeated: repeated, Forgotten: answer.Forgotten}
	if !answer.Silent && !answer.Page {
		response.Reply = f.drawReply(answer, a.Dark)
	}
	return response, nil
}

// drawReply returns a reply as the page shows it: with its picture drawn, and without buttons that open the
// page, make a link to share, or cannot be pressed.
func (f *FrontEnd) drawReply(r chat.Reply, dark bool) *reply {
	r.Buttons = chat.ShownButtons(r.Buttons, func(b chat.Button) bool { return !b.Page && !b.Link && !b.Disabled })
	out := &reply{Reply: r}
	if r.Picture == nil {
		return out
	}
	png, err := f.Broker.Draw(*r.Picture, dark)
	if err != nil {
		f.Logger.Error("a picture is not drawn", "err", err)
		return out
	}
	out.Picture = &picture{PNG: png, Alt: r.Picture.Alt}
	return out
}
