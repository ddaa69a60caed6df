package web

import (
	"cmp"
	"net/http"
	"regexp"
	"strings"

	"reckon/bot/chat"
)

// An act is the body of what a person does.
type act struct {
	Key, Press, Text, Command, Open, Round string
	Day, Dark                              bool
}

// keys are those of acts.
var keys = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// input is what the person does. ok is false if it is nothing.
func (a act) input() (in chat.Input, ok bool) {
	in = chat.Input{Text: a.Text, Data: a.Press}
	switch {
	case a.Command != "":
		in.Kind, in.Name = chat.Command, strings.ToLower(a.Command)
	case a.Open != "":
		in.Kind, in.Data = chat.Opened, a.Open
	case a.Press != "" && a.Text != "":
		in.Kind = chat.Submit
	case a.Press != "":
		in.Kind = chat.Press
	default:
		in.Kind = chat.Text
	}
	return in, len(a.Text) <= maxText && len(in.Data) <= maxData && len(a.Command) <= maxData && a.Command+in.Data+a.Text != ""
}

// A shown is a reply with its picture drawn.
type shown struct {
	chat.Reply
	Picture   *picture    `json:"picture,omitempty"`
	Otherwise *chat.Reply `json:"otherwise,omitempty"` // never set: the reply can always be shown
}

type picture struct {
	PNG []byte `json:"png"`
	Alt string `json:"alt"`
}

// acted is the answer to an act.
type acted struct {
	Reply    *shown     `json:"reply,omitempty"`
	View     *chat.View `json:"view"`
	Repeated bool       `json:"repeated,omitempty"`
}

// act carries out what a person does.
func (f *FrontEnd) act(w http.ResponseWriter, r *http.Request, s session) {
	var a act
	if !f.paced(w, "act "+personKey(s), actPace) || !read(w, r, &a) {
		return
	}
	req := f.request(s)
	var ok bool
	if req.Input, ok = a.input(); !ok || !keys.MatchString(a.Key) {
		refuse(w, bad)
		return
	}
	req.Key = "web:" + personKey(s) + ":" + a.Key
	ctx, cancel := f.working(w, r)
	defer cancel()
	reply, repeated, err := f.Bot.Do(ctx, req)
	if err != nil { // it is logged
		refuse(w, busy)
		return
	}
	out := acted{Repeated: repeated}
	if !reply.Silent && !reply.Page {
		reply.Buttons = chat.Shown(reply.Buttons, func(b chat.Button) bool { return !b.Page && !b.Link })
		out.Reply = &shown{Reply: reply}
		if p := reply.Picture; p != nil {
			png, err := f.Broker.Draw(*p, a.Dark)
			if err != nil {
				f.Logger.Error("a picture is not drawn", "err", err)
			} else {
				out.Reply.Picture = &picture{png, p.Alt}
			}
		}
	}
	if out.View, err = f.look(ctx, s, cmp.Or(a.Round, a.Open), a.Day); err != nil {
		refuse(w, busy) // the act is done: sent again, it is answered with the view
		return
	}
	write(w, out)
}
