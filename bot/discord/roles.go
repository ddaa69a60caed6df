package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

var _ chat.RoleGiver = (*FrontEnd)(nil)

// renderFigures makes Discord's fields of figures: a role asks that some reach a number.
func renderFigures(figures []chat.Figure, in map[discordgo.Locale]string) []*discordgo.ApplicationRoleConnectionMetadata {
	var out []*discordgo.ApplicationRoleConnectionMetadata
	for _, f := range figures {
		m := &discordgo.ApplicationRoleConnectionMetadata{Type: discordgo.ApplicationRoleConnectionMetadataIntegerGreaterThanOrEqual, Key: f.Key}
		m.Name, m.NameLocalizations = localized(f.Name, f.Key, in)
		m.Description, m.DescriptionLocalizations = localized(f.About, f.Key, in)
		out = append(out, m)
	}
	return out
}

// agreeAt is where Discord sends people who want a role: their way to Agreement begins there, and
// ends there. Empty: they cannot prove who they are.
func (f *FrontEnd) agreeAt() string {
	if !f.rest.page {
		return ""
	}
	return f.page + chat.RolesPath(network)
}

// Agreement implements chat.RoleGiver.
func (f *FrontEnd) Agreement(state string) string {
	if f.agreeAt() == "" || f.Application() == "" {
		return ""
	}
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id": {f.Application()}, "response_type": {"code"}, "redirect_uri": {f.agreeAt()},
		"scope": {"identify role_connections.write"}, "state": {state},
	}.Encode()
}

// Agreed implements chat.RoleGiver.
func (f *FrontEnd) Agreed(ctx context.Context, code string) (who chat.Request, token string, err error) {
	if f.Application() == "" || code == "" {
		return who, "", chat.ErrProof
	}
	ctx, cancel := context.WithTimeout(ctx, proofFor)
	defer cancel()
	t, err := f.granted(ctx, f.Application(), url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {f.agreeAt()}})
	if err != nil {
		return who, "", err
	}
	user, err := f.userOf(ctx, t)
	who.Person, who.Locale = chat.Person{Network: network, ID: user.ID, Name: nameOf(&user, nil)}, user.Locale
	return who, t.text(), err
}

// ShowFigures implements chat.RoleGiver. An access token holds for a week; the refresh token that
// comes with it makes the next one, once.
func (f *FrontEnd) ShowFigures(ctx context.Context, token string, figures []chat.Figure) (next string, err error) {
	var t tokens
	app := f.Application()
	if err := json.Unmarshal([]byte(token), &t); err != nil {
		return "", chat.ErrProof
	}
	if app == "" {
		return "", &chat.RetryError{After: f.rest.timing.longest, Err: errors.New("discord: the application is not known yet")}
	}
	ctx, cancel := context.WithTimeout(ctx, proofFor)
	defer cancel()
	show := func() error {
		method, body := http.MethodDelete, any(nil)
		if figures != nil {
			values := map[string]string{}
			for _, x := range figures {
				values[x.Key] = strconv.Itoa(x.Value)
			}
			method, body = http.MethodPut, map[string]any{"platform_name": "Reckon", "metadata": values}
		}
		return f.ask(ctx, method, "users/@me/applications/"+app+"/role-connection", t.Access, body, nil)
	}
	if err = show(); statusOf(err) == http.StatusUnauthorized {
		t, err = f.granted(ctx, app, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {t.Refresh}})
		switch {
		case statusOf(err) == http.StatusBadRequest:
			return "", chat.ErrProof
		case err != nil:
			return "", err
		}
		next = t.text()
		if err = show(); statusOf(err) == http.StatusUnauthorized {
			return next, chat.ErrProof // they agreed to something else
		}
	}
	if err == nil && figures == nil {
		err = f.ask(ctx, http.MethodPost, "oauth2/token/revoke", "", f.asClient(app, url.Values{"token": {cmp.Or(t.Refresh, t.Access)}}), nil)
	}
	if s := statusOf(err); figures == nil && s >= http.StatusBadRequest && s < http.StatusInternalServerError && s != http.StatusTooManyRequests {
		return next, chat.ErrProof // nothing is left to be done
	}
	return next, ours(err)
}

// statusOf is the HTTP status of a call that Discord refused; 0 if it did not.
func statusOf(err error) int {
	if f, ok := errors.AsType[*fault](err); ok {
		return f.status
	}
	return 0
}

// ours is an error that does not say that a person's proof is none: what Discord refuses otherwise
// is a fault of ours, and no reason to believe that they no longer agree.
func ours(err error) error {
	if f, ok := errors.AsType[*fault](err); ok && errors.Is(err, chat.ErrProof) {
		return f
	}
	return err
}

// text is how tokens are kept.
func (t tokens) text() string {
	text, _ := json.Marshal(t) // two strings
	return string(text)
}
