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
	// proofFor is how long it may take to learn from Discord who somebody is.
	proofFor = 10 * time.Second
	// instanceTries is how often Discord is asked for an instance.
	instanceTries = 4
	// maxAuthorized is how much of the response to an authorizedCall is read, in bytes.
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
func (f *FrontEnd) Prove(ctx context.Context, p chat.Proof, _ time.Time) (chat.Request, error) {
	if f.secret == "" || p.Proof == "" || p.Instance == "" {
		return chat.Request{}, chat.ErrProof
	}
	ctx, cancel := context.WithTimeout(ctx, proofFor)
	defer cancel()
	var app application
	if err := f.rest.get(ctx, discordgo.EndpointApplication("@me"), &app); err != nil {
		return chat.Request{}, err
	}
	t, err := f.requestTokens(ctx, app.ID, url.Values{
		"grant_type": {"authorization_code"},
		"code":       {p.Proof},
	})
	if err != nil {
		return chat.Request{}, err
	}
	user, err := f.userOf(ctx, t)
	if err != nil {
		return chat.Request{}, err
	}
	opened, err := f.instance(ctx, app.ID, p.Instance)
	if err != nil {
		return chat.Request{}, err
	}
	if !slices.Contains(opened.Users, user.ID) {
		return chat.Request{}, chat.ErrProof
	}
	r := chat.Request{
		Person: chat.Person{Network: network, ID: user.ID, Name: nameOf(&user, nil), Role: chat.RoleMember},
		Locale: user.Locale,
		Place:  chat.Place{Network: network, Community: cmp.Or(opened.Location.Guild, opened.Location.Channel)},
		Access: t.Access,
	}
	if opened.Location.Guild != "" {
		r.Place.Channel = opened.Location.Channel
		return r, nil
	}
	if f.isOwnDirectMessage(ctx, opened.Location.Channel) {
		r.Place.Private = true
		r.Person.Role = chat.RoleAdmin
	}
	return r, nil
}

// isOwnDirectMessage reports whether a channel is a direct message between a person and the bot. It asks
// Discord for the channel: the bot does not see direct messages between others.
func (f *FrontEnd) isOwnDirectMessage(ctx context.Context, channel string) bool {
	var c discordgo.Channel
	if err := f.rest.get(ctx, discordgo.EndpointChannel(channel), &c); err != nil {
		return false
	}
	return c.Type == discordgo.ChannelTypeDM
}

// requestTokens returns the tokens for an OAuth code or a refresh token. Both can be used only once.
func (f *FrontEnd) requestTokens(ctx context.Context, app string, form url.Values) (tokens, error) {
	var t tokens
	err := f.ask(ctx, authorizedCall{
		method: http.MethodPost,
		path:   "oauth2/token",
		body:   f.asClient(app, form),
	}, &t)
	return t, err
}

// asClient adds the application's own proof to a form.
func (f *FrontEnd) asClient(app string, form url.Values) url.Values {
	form.Set("client_id", app)
	form.Set("client_secret", f.secret)
	return form
}

// userOf returns who has given tokens.
func (f *FrontEnd) userOf(ctx context.Context, t tokens) (discordgo.User, error) {
	var user discordgo.User
	me := authorizedCall{method: http.MethodGet, path: "users/@me", bearer: t.Access}
	if err := f.ask(ctx, me, &user); err != nil {
		return user, err
	}
	if user.ID == "" || user.Bot {
		return user, chat.ErrProof
	}
	return user, nil
}

// An authorizedCall is a call that is not made with the bot's token.
type authorizedCall struct {
	method string
	path   string
	// bearer is the access token of the person in whose name the call is made; empty: in nobody's.
	bearer string
	// body is a form (url.Values), or something that is encoded as JSON; nil: there is none.
	body any
}

// ask makes a call, and decodes the response into the argument into, unless that is nil. Its errors
// hold no secret. If Discord refuses the person, and not us, the error is both chat.ErrProof and an
// *apiError.
func (f *FrontEnd) ask(ctx context.Context, c authorizedCall, into any) error {
	kind, text, err := encodeAuthorized(c.body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, c.method, f.rest.base+c.path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.Header.Set("User-Agent", userAgent)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if c.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+c.bearer)
	}
	// Discord has limits of its own for what it is asked in the name of each person.
	bucket := c.method + " " + c.path + " " + c.bearer
	if err := f.rest.limits.wait(ctx, bucket); err != nil {
		return err
	}
	response, err := f.rest.http.Do(r)
	if err != nil {
		return f.rest.apiError(err, httpResponse{})
	}
	defer response.Body.Close()
	got := httpResponse{status: response.StatusCode, header: response.Header}
	got.body, err = io.ReadAll(io.LimitReader(response.Body, maxAuthorized))
	if err != nil {
		return f.rest.apiError(err, httpResponse{})
	}
	f.rest.limits.learn(bucket, got.status, got.header)
	if got.status >= http.StatusMultipleChoices {
		return f.authorizedError(got, c.bearer)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.body, into)
}

// encodeAuthorized returns a body and its type, which is empty if there is no body.
func encodeAuthorized(body any) (kind string, text []byte, err error) {
	if body == nil {
		return "", nil, nil
	}
	if form, ok := body.(url.Values); ok {
		return "application/x-www-form-urlencoded", []byte(form.Encode()), nil
	}
	text, err = json.Marshal(body)
	return "application/json", text, err
}

// authorizedError returns the error of a refusal.
func (f *FrontEnd) authorizedError(got httpResponse, bearer string) error {
	refused := f.rest.apiError(nil, got, bearer)
	if got.status == http.StatusTooManyRequests {
		return &chat.RetryError{After: refused.after, Err: refused}
	}
	refusesPerson := got.status == http.StatusUnauthorized && bearer != ""
	if refusesPerson || got.status == http.StatusBadRequest {
		return errors.Join(chat.ErrProof, refused)
	}
	return refused
}

// An instance is an instance of the Activity: where it was opened, and who takes part.
type instance struct {
	Location struct {
		Channel string `json:"channel_id"`
		Guild   string `json:"guild_id"`
	} `json:"location"`
	Users []string `json:"users"`
}

// instance returns an instance of the Activity. The error is chat.ErrProof if there is none.
func (f *FrontEnd) instance(ctx context.Context, app, id string) (instance, error) {
	address := discordgo.EndpointApplication(app) + "/activity-instances/" + url.PathEscape(id)
	for try := 1; ; try++ {
		var found instance
		err := f.rest.get(ctx, address, &found)
		isUnknown := statusOf(err) == http.StatusNotFound
		if isUnknown {
			// Discord may know it a moment later: see timing.instance.
			if try == instanceTries || !chat.Pause(ctx, f.rest.timing.instance) {
				return instance{}, chat.ErrProof
			}
			continue
		}
		if err != nil {
			return instance{}, err
		}
		if found.Location.Channel == "" {
			return instance{}, chat.ErrProof
		}
		return found, nil
	}
}
