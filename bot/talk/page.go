package talk

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/engine"
	"reckon/storage"
)

// Pages open the page, and let people in who come by a link of their own.
type Pages struct {
	Deals    Deals
	Attempts Attempts
	Address  string // of the page; empty: there is none
}

// Open opens the page. There people see the round that is meant, or else the one that they are
// at. Somebody who came by the link of a community to which they do not belong gets the same
// puzzle for themselves or, while others play it, one like it.
func (x Pages) Open(req *Request) (Plan, error) {
	id := req.Button.Number(0)
	to := req.Pointer()
	if id != 0 && req.Via != "" {
		r, is, err := storage.Found(look(req, x.Deals.Store, func(tx *storage.Tx) (play.Round, error) { return x.Deals.Play.Round(tx, id) }))
		if err != nil {
			return nil, err
		}
		if is && r.Daily == 0 && !r.Community.Private && r.CommunityID != req.Act.Community.ID {
			if to.Sealed, err = x.Deals.joins(req, r.CommunityID); err != nil {
				return nil, err
			}
			if !to.Sealed && req.Button.Sealed {
				level, text := engine.Level(r.Level), ""
				if r.Over(req.Act.At) {
					_, text, _ = strings.Cut(r.Puzzle.ID(), ":")
					level = engine.AnyLevel
				}
				return x.Deals.Deal(req, r.Game, level, text, 0)
			}
		}
	}
	r, refusal, err := x.Deals.Meant(req, to)
	switch {
	case err != nil:
		return nil, err
	case refusal == nil && !r.Over(req.Act.At) && r.Admits(req.Act.Person.ID):
		return func(tx *storage.Tx) (Result, error) {
			return Result{Reply: x.opens(req, button.RoundData(x.Deals.Seals, button.ActPage, r))}, x.Deals.enter(tx, req, r)
		}, nil
	case id == 0:
		return func(*storage.Tx) (Result, error) {
			return Result{Reply: x.opens(req, command.Data(button.ActPage))}, nil
		}, nil
	case refusal != nil:
		return refusal, nil
	}
	return x.Attempts.ask(req, r)
}

// joins reports whether a sealed button makes the person a member of a community: in a chat it
// stands where it was posted, but the link of a page may have been sent on, so there the network
// says who belongs.
func (s Rounds) joins(req *Request, community int64) (bool, error) {
	if community == 0 || !req.Button.Sealed {
		return false, nil
	}
	isMember := false
	c, is, err := storage.Found(look(req, s.Store, func(tx *storage.Tx) (c storage.Community, err error) {
		if c, err = tx.CommunityByID(community); err == nil {
			isMember, err = tx.IsMember(community, req.Act.Person.ID, req.Act.At.Add(-play.BelongFor))
		}
		return c, err
	}))
	switch {
	case err != nil || !is || c.Private:
		return false, err
	case isMember || req.Via == "":
		return true, nil
	case req.Belongs == nil || c.Network != req.Person.Network:
		return false, nil
	}
	return req.Belongs(req.Ctx, c.Key)
}

// opens is the reply that opens the page by a button's data.
func (x Pages) opens(req *Request, data string) chat.Reply {
	r := chat.Reply{
		Page: true, Audience: chat.Asker, Text: []chat.Line{req.Say.Line("play.page", nil)},
		Buttons: [][]chat.Button{{button.New(req.Say, "page", data)}},
	}
	if req.Act.Ephemeral && req.Via == "" && x.Address != "" {
		link := button.New(req.Say, "browser", "")
		link.URL, r.Audience = x.Address+"#pass="+x.pass(req, data), chat.Secret
		r.Buttons = append(r.Buttons, []chat.Button{link})
	}
	return r
}

// A pass says who may come by a link, where they play and what they come for.
type pass struct {
	ID                    string
	Community, Player     int64
	Channel, Locale, Data string
	Until                 int64 // Unix seconds
}

// passFor is how long a pass holds.
const passFor = 10 * time.Minute

// pass makes a pass for the person of a request.
func (x Pages) pass(req *Request, data string) string {
	text, err := json.Marshal(pass{
		rand.Text()[:10], req.Act.Community.ID, req.Act.Person.ID, req.Act.Channel, req.Locale, data, req.Act.At.Add(passFor).Unix(),
	})
	if err != nil { // texts and numbers always can be
		panic(err)
	}
	return x.Deals.Seals.Enclose(string(text), "", "pass")
}

// Enter returns who comes by a pass, which holds once.
func (x Pages) Enter(ctx context.Context, enclosed string, now time.Time) (r chat.Request, err error) {
	var p pass
	text, err := x.Deals.Seals.Disclose(enclosed, "", "pass")
	if err != nil || json.Unmarshal([]byte(text), &p) != nil || now.Unix() > p.Until {
		return r, chat.ErrProof
	}
	err = x.Deals.Store.Commit(ctx, func(tx *storage.Tx) error {
		c, err := tx.CommunityByID(p.Community)
		if err != nil {
			return err
		}
		who, err := tx.PlayerByID(p.Player)
		if err != nil {
			return err
		}
		r.Place = chat.Place{Network: c.Network, Community: c.Key, Channel: p.Channel, Private: c.Private, Title: c.Title}
		r.Person = chat.Person{Network: who.Network, ID: who.Key, Name: who.Name, Role: chat.RoleMember}
		return tx.SaveRequest("pass:"+p.ID, now)
	})
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrRepeated) || err == nil && r.Person.ID == "" { // who has been forgotten has no name
		err = chat.ErrProof
	}
	if r.Place.Private {
		r.Person.Role = chat.RoleAdmin
	}
	r.Locale, r.Input.Data = p.Locale, p.Data
	return r, err
}
