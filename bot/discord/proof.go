package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
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
	user, err := f.authorized(ctx, app.ID, p.Proof)
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

// authorized returns who has been given an OAuth code, which holds once.
func (f *FrontEnd) authorized(ctx context.Context, app, code string) (user discordgo.User, err error) {
	var token struct {
		Access string `json:"access_token"`
	}
	form := url.Values{"client_id": {app}, "client_secret": {f.secret}, "grant_type": {"authorization_code"}, "code": {code}}
	if err := f.ask(ctx, http.MethodPost, "oauth2/token", "", form, &token); err != nil {
		return user, err
	}
	err = f.ask(ctx, http.MethodGet, "users/@me", token.Access, nil, &user)
	if err == nil && (user.ID == "" || user.Bot) {
		err = chat.ErrProof
	}
	return user, err
}

// ask asks Discord in the name of a person. Its errors hold no secret: a refusal is
// chat.ErrProof.
func (f *FrontEnd) ask(ctx context.Context, method, path, bearer string, form url.Values, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, f.rest.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("User-Agent", userAgent)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	got, err := f.rest.http.Do(r)
	if err != nil {
		return f.rest.fault(err, answer{})
	}
	defer got.Body.Close()
	text, err := io.ReadAll(io.LimitReader(got.Body, maxAuthorized))
	switch {
	case err != nil:
		return f.rest.fault(err, answer{})
	case got.StatusCode == http.StatusBadRequest || got.StatusCode == http.StatusUnauthorized:
		return chat.ErrProof
	case got.StatusCode != http.StatusOK:
		return &fault{status: got.StatusCode, text: fmt.Sprintf("discord: HTTP %d", got.StatusCode)}
	}
	return json.Unmarshal(text, into)
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
