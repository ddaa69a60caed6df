package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

const (
	// proofFor is the longest that Discord is asked who somebody is.
	proofFor = 10 * time.Second
	// instanceTries is how often Discord is asked for an instance.
	instanceTries = 4
	// maxAuthorized is how much of such an answer is read, in bytes.
	maxAuthorized = 64 << 10
)

var _ chat.Prover = (*FrontEnd)(nil)

// Application implements chat.Prover.
func (f *FrontEnd) Application() string {
	if id := f.rest.app.Load(); id != nil {
		return *id
	}
	return ""
}

// Prove implements chat.Prover: the person plays where the Activity was opened, if they take
// part in it.
func (f *FrontEnd) Prove(ctx context.Context, p chat.Proof, _ time.Time) (r chat.Request, err error) {
	if f.secret == "" || p.Proof == "" || p.Instance == "" {
		return r, chat.ErrProof
	}
	ctx, cancel := context.WithTimeout(ctx, proofFor)
	defer cancel()
	var app application
	if err := f.rest.get(ctx, discordgo.EndpointApplication("@me"), &app); err != nil {
		return r, err
	}
	t, err := f.granted(ctx, app.ID, url.Values{"grant_type": {"authorization_code"}, "code": {p.Proof}})
	if err != nil {
		return r, err
	}
	user, err := f.userOf(ctx, t)
	if err != nil {
		return r, err
	}
	at, err := f.instance(ctx, app.ID, p.Instance)
	if err != nil {
		return r, err
	}
	if !slices.Contains(at.Users, user.ID) {
		return r, chat.ErrProof
	}
	r.Person = chat.Person{Network: network, ID: user.ID, Name: nameOf(&user, nil), Role: chat.RoleMember}
	r.Locale = user.Locale
	r.Place = chat.Place{Network: network, Community: cmp.Or(at.Location.Guild, at.Location.Channel)}
	if at.Location.Guild != "" {
		r.Place.Channel = at.Location.Channel
		return r, nil
	}
	var c discordgo.Channel // the bot sees those of its own conversations alone
	if err := f.rest.get(ctx, discordgo.EndpointChannel(at.Location.Channel), &c); err == nil && c.Type == discordgo.ChannelTypeDM {
		r.Place.Private, r.Person.Role = true, chat.RoleAdmin
	}
	return r, nil
}

// tokens are what a person has given the application.
type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// granted returns the tokens for an OAuth code or a refresh token, which hold once.
func (f *FrontEnd) granted(ctx context.Context, app string, form url.Values) (t tokens, err error) {
	return t, f.ask(ctx, http.MethodPost, "oauth2/token", "", f.asClient(app, form), &t)
}

// asClient adds the application's own proof to a form.
func (f *FrontEnd) asClient(app string, form url.Values) url.Values {
	form.Set("client_id", app)
	form.Set("client_secret", f.secret)
	return form
}

// userOf returns who has given tokens.
func (f *FrontEnd) userOf(ctx context.Context, t tokens) (user discordgo.User, err error) {
	err = f.ask(ctx, http.MethodGet, "users/@me", t.Access, nil, &user)
	if err == nil && (user.ID == "" || user.Bot) {
		err = chat.ErrProof
	}
	return user, err
}

// ask asks Discord, in the name of a person if there is a bearer. The body is a form or JSON;
// nil: there is none. Its errors hold no secret. A refusal of the person, and no fault of ours, is
// both chat.ErrProof and a *fault.
func (f *FrontEnd) ask(ctx context.Context, method, path, bearer string, body, into any) error {
	kind, text := "application/json", []byte(nil)
	if form, ok := body.(url.Values); ok {
		kind, text = "application/x-www-form-urlencoded", []byte(form.Encode())
	} else if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, f.rest.base+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.Header.Set("User-Agent", userAgent)
	if body != nil {
		r.Header.Set("Content-Type", kind)
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	bucket := method + " " + path + " " + bearer // Discord counts what each person allows by itself
	if err := f.rest.limits.take(ctx, bucket, true); err != nil {
		return err
	}
	response, err := f.rest.http.Do(r)
	if err != nil {
		return f.rest.fault(err, answer{})
	}
	defer response.Body.Close()
	got := answer{status: response.StatusCode, header: response.Header}
	if got.body, err = io.ReadAll(io.LimitReader(response.Body, maxAuthorized)); err != nil {
		return f.rest.fault(err, answer{})
	}
	f.rest.limits.learn(bucket, got.status, got.header, time.Now())
	switch refused := f.rest.fault(nil, got, bearer); {
	case got.status < http.StatusMultipleChoices && into != nil:
		return json.Unmarshal(got.body, into)
	case got.status < http.StatusMultipleChoices:
		return nil
	case got.status == http.StatusTooManyRequests:
		return &chat.RetryError{After: refused.after, Err: refused}
	case got.status == http.StatusBadRequest || got.status == http.StatusUnauthorized && bearer != "":
		return errors.Join(chat.ErrProof, refused)
	default:
		return refused
	}
}

// An instance of the Activity: where it was opened, and who takes part.
type instance struct {
	Location struct {
		Channel string `json:"channel_id"`
		Guild   string `json:"guild_id"`
	} `json:"location"`
	Users []string `json:"users"`
}

// instance returns an instance of the Activity. The error is chat.ErrProof if there is none.
func (f *FrontEnd) instance(ctx context.Context, app, id string) (at instance, err error) {
	for try := 1; ; try++ {
		err = f.rest.get(ctx, discordgo.EndpointApplication(app)+"/activity-instances/"+url.PathEscape(id), &at)
		switch {
		case err == nil && at.Location.Channel == "":
			return at, chat.ErrProof
		case !isLost(err):
			return at, err
		case try == instanceTries || !chat.Pause(ctx, f.rest.timing.instance):
			return at, chat.ErrProof
		}
	}
}
