package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// renderFigures returns figures as Discord's fields. A server gives a role to people whose fields reach
// certain numbers.
func renderFigures(
	figures []chat.Figure, languages map[discordgo.Locale]string,
) []*discordgo.ApplicationRoleConnectionMetadata {
	var fields []*discordgo.ApplicationRoleConnectionMetadata
	for _, f := range figures {
		field := &discordgo.ApplicationRoleConnectionMetadata{
			Type: discordgo.ApplicationRoleConnectionMetadataIntegerGreaterThanOrEqual,
			Key:  f.Key,
		}
		field.Name, field.NameLocalizations = localize(f.Name, f.Key, languages)
		field.Description, field.DescriptionLocalizations = localize(f.About, f.Key, languages)
		fields = append(fields, field)
	}
	return fields
}

// agreeAt returns the address of the page to which Discord sends people who want a role. The page
// leads them to Agreement, and from there they come back to the page. The address is empty if they
// cannot prove who they are.
func (f *FrontEnd) agreeAt() string {
	if !f.rest.hasPage {
		return ""
	}
	return f.page + chat.RolesPath(network)
}

// Agreement implements roles.FigureShower.
func (f *FrontEnd) Agreement(state string) string {
	if f.agreeAt() == "" || f.Application() == "" {
		return ""
	}
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id":     {f.Application()},
		"response_type": {"code"},
		"redirect_uri":  {f.agreeAt()},
		"scope":         {"identify role_connections.write"},
		"state":         {state},
	}.Encode()
}

// Agreed implements roles.FigureShower.
func (f *FrontEnd) Agreed(ctx context.Context, code string) (who chat.Request, token string, err error) {
	app := f.Application()
	if app == "" || code == "" {
		return chat.Request{}, "", chat.ErrProof
	}
	ctx, cancel := context.WithTimeout(ctx, proofFor)
	defer cancel()
	t, err := f.requestTokens(ctx, app, url.Values{
		"grant_type":   {"authorization_code"},
		"code":         {code},
		"redirect_uri": {f.agreeAt()},
	})
	if err != nil {
		return chat.Request{}, "", err
	}
	user, err := f.userOf(ctx, t)
	if err != nil {
		return chat.Request{}, "", err
	}
	who.Person = chat.Person{Network: network, ID: user.ID, Name: nameOf(&user, nil)}
	who.Locale = user.Locale
	token, err = f.sealTokens(t)
	return who, token, err
}

// ShowFigures implements roles.FigureShower. An access token is valid for a week. The refresh token
// that comes with it gets the next two tokens, but only once.
func (f *FrontEnd) ShowFigures(ctx context.Context, token string, figures []chat.Figure) (next string, err error) {
	t, err := f.readTokens(token)
	if err != nil && figures == nil {
		// If the tokens cannot be read, nothing can be taken back, so the caller should give up.
		return "", chat.ErrProof
	}
	if err != nil {
		return "", err
	}
	app := f.Application()
	if app == "" {
		err := errors.New("discord: the application is not known yet")
		return "", &chat.RetryError{After: f.rest.timing.longest, Err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, proofFor)
	defer cancel()
	err = f.writeFigures(ctx, app, t.Access, figures)
	if statusOf(err) == http.StatusUnauthorized {
		t, err = f.refreshTokens(ctx, app, t.Refresh)
		if err != nil {
			return "", err
		}
		next, err = f.sealTokens(t)
		if err != nil {
			return "", err
		}
		err = f.writeFigures(ctx, app, t.Access, figures)
		if statusOf(err) == http.StatusUnauthorized {
			// Discord refuses even a new token, so the person has not agreed that figures are shown.
			return next, chat.ErrProof
		}
	}
	if figures != nil {
		return next, withoutProof(err)
	}
	if err != nil {
		return next, clearError(err)
	}
	// Nothing is shown any more, so the tokens are no longer needed.
	revoke := f.asClient(app, url.Values{"token": {cmp.Or(t.Refresh, t.Access)}})
	err = f.ask(ctx, authorizedCall{method: http.MethodPost, path: "oauth2/token/revoke", body: revoke}, nil)
	return next, clearError(err)
}

// refreshTokens returns new tokens for a refresh token. The error is chat.ErrProof if Discord refuses it.
func (f *FrontEnd) refreshTokens(ctx context.Context, app, refresh string) (tokens, error) {
	t, err := f.requestTokens(ctx, app, url.Values{
		"grant_type":    {"refresh_token"},
		"refresh_token": {refresh},
	})
	if statusOf(err) == http.StatusBadRequest {
		return tokens{}, chat.ErrProof
	}
	return t, err
}

// writeFigures tells Discord a person's figures; nil clears them.
func (f *FrontEnd) writeFigures(ctx context.Context, app, access string, figures []chat.Figure) error {
	write := authorizedCall{
		method: http.MethodDelete,
		path:   "users/@me/applications/" + app + "/role-connection",
		bearer: access,
	}
	if figures != nil {
		values := map[string]string{}
		for _, figure := range figures {
			values[figure.Key] = strconv.Itoa(figure.Value)
		}
		write.method = http.MethodPut
		write.body = map[string]any{"platform_name": "Reckon", "metadata": values}
	}
	return f.ask(ctx, write, nil)
}

// clearError returns the error of clearing figures. If Discord refuses to clear them, the error is
// chat.ErrProof: the person no longer agrees, and nothing is left to do.
func clearError(err error) error {
	if isRefused(err) {
		return chat.ErrProof
	}
	return withoutProof(err)
}

// withoutProof removes chat.ErrProof from the error of showing figures. If Discord refuses to show
// figures, that is a fault of ours, and no sign that the person no longer agrees.
func withoutProof(err error) error {
	f, ok := errors.AsType[*apiError](err)
	if ok && errors.Is(err, chat.ErrProof) {
		return f
	}
	return err
}
