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
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/storage"
)

// Pages open the page, and let people in who come by a link of their own.
type Pages struct {
	Deals    Deals
	Attempts Attempts
	Commands *command.Table[Command]
	// Address is the address of the page; empty if there is no page.
	Address string
}

// Menu shows what there is to play, the page first.
func (x Pages) Menu(req *Request) (Plan, error) {
	reply := chat.Reply{Audience: chat.Asker}
	if !req.OnPage() {
		reply = x.openReply(req, command.Data(button.ActPage))
		reply.Page = false
	}
	reply.Text = []chat.Line{req.Say.Line("play.menu", nil)}
	reply.Buttons = append(reply.Buttons, x.Deals.gameButtons(req.Say, req.Act.Community)...)
	inside := command.Inside(x.Commands.Commands, feature.PlayMenu)
	reply.Buttons = append(reply.Buttons, command.Rows(feature.Buttons(req.Say, inside))...)
	return feature.Respond(reply), nil
}

// Open opens the page with the round of the button or, if the button names none, with the person's current
// one. Somebody may come by the link of a community to which they do not belong. Then they get the same
// puzzle for themselves or, while others still play that puzzle, one like it.
func (x Pages) Open(req *Request) (Plan, error) {
	id := req.Button.Number(0)
	to := req.Pointer()
	foreign, isForeign, err := x.foreignRound(req, id)
	if err != nil {
		return nil, err
	}
	if isForeign {
		to.Sealed, err = x.Deals.Joins(req, foreign.CommunityID)
		if err != nil {
			return nil, err
		}
		if !to.Sealed && req.Button.Sealed {
			return x.dealLike(req, foreign)
		}
	}

	r, refusal, err := x.Deals.Meant(req, to)
	if err != nil {
		return nil, err
	}
	isOpen := refusal == nil && !r.Over(req.Act.At)
	if isOpen && r.Admits(req.Act.Person.ID) {
		return func(tx *storage.Tx) (Result, error) {
			data := button.RoundData(x.Deals.Seals, button.ActPage, r)
			return Result{Reply: x.openReply(req, data)}, x.Deals.enter(tx, req, r)
		}, nil
	}
	if id == 0 {
		return func(*storage.Tx) (Result, error) {
			return Result{Reply: x.openReply(req, command.Data(button.ActPage))}, nil
		}, nil
	}
	if refusal != nil {
		return refusal, nil
	}
	return x.Attempts.ask(req, r)
}

// foreignRound returns the round with an ID if the request comes from the page, and the round belongs to
// another community.
func (x Pages) foreignRound(req *Request, id int64) (r round.Round, isForeign bool, err error) {
	if id == 0 || !req.OnPage() {
		return r, false, nil
	}
	r, isThere, err := storage.Found(read(req, x.Deals.Store, func(tx *storage.Tx) (round.Round, error) {
		return x.Deals.Play.Round(tx, id)
	}))
	if err != nil || !isThere {
		return r, false, err
	}
	isOfGroup := r.Daily == 0 && !r.Community.Private
	return r, isOfGroup && r.CommunityID != req.Act.Community.ID, nil
}

// dealLike deals the puzzle of a round. While others still play that puzzle, dealLike deals another one of the
// same game and level.
func (x Pages) dealLike(req *Request, r round.Round) (Plan, error) {
	if !r.Over(req.Act.At) {
		return x.Deals.Deal(req, r.Game, engine.Level(r.Level), "", 0)
	}
	_, desc, _ := strings.Cut(r.Puzzle.ID(), ":")
	return x.Deals.Deal(req, r.Game, engine.AnyLevel, desc, 0)
}

// Joins reports whether the person becomes a member of a community by a sealed button. In a chat only
// members see the button where it was posted. A link to the page may have been passed on, so on the
// page the network decides who belongs to the community.
func (s Rounds) Joins(req *Request, community int64) (bool, error) {
	if community == 0 || !req.Button.Sealed {
		return false, nil
	}
	isMember := false
	c, isThere, err := storage.Found(read(req, s.Store, func(tx *storage.Tx) (storage.Community, error) {
		c, err := tx.CommunityByID(community)
		if err != nil {
			return c, err
		}
		isMember, err = tx.IsMember(community, req.Act.Person.ID, req.Act.At.Add(-round.BelongFor))
		return c, err
	}))
	if err != nil || !isThere || c.Private {
		return false, err
	}
	if isMember || !req.OnPage() {
		return true, nil
	}
	if req.Belongs == nil || c.Network != req.Person.Network {
		return false, nil
	}
	return req.Belongs(req.Ctx, c.Key)
}

// openReply returns a reply with a button that opens the page. data is the data of the button. If the person
// reads the reply alone, it also has a link that opens the page in the person's browser.
func (x Pages) openReply(req *Request, data string) chat.Reply {
	r := chat.Reply{
		Page:     true,
		Audience: chat.Asker,
		Text:     []chat.Line{req.Say.Line("play.page", nil)},
		Buttons:  [][]chat.Button{{button.New(req.Say, "page", data)}},
	}
	readsAloneInChat := req.Act.Ephemeral && !req.OnPage()
	if readsAloneInChat && x.Address != "" {
		link := button.New(req.Say, "browser", "")
		link.URL = x.Address + "#pass=" + x.newPass(req, data)
		r.Audience = chat.Secret
		r.Buttons = append(r.Buttons, []chat.Button{link})
	}
	return r
}

// A pass is in the link that opens the page in a browser for a person of a chat. It says who they are and
// where they play.
type pass struct {
	// ID is random. It is stored when the pass is used, so that it works once.
	ID        string
	Community int64
	Player    int64
	Channel   string
	Locale    string
	// Data says what the page opens. It is the data of a button.
	Data string
	// Until is in Unix seconds.
	Until int64
}

// passFor is how long a pass is valid.
const passFor = 10 * time.Minute

// newPass makes a pass for the person of a request. data says what the page opens.
func (x Pages) newPass(req *Request, data string) string {
	text, err := json.Marshal(pass{
		ID:        rand.Text()[:10],
		Community: req.Act.Community.ID,
		Player:    req.Act.Person.ID,
		Channel:   req.Act.Channel,
		Locale:    req.Locale,
		Data:      data,
		Until:     req.Act.At.Add(passFor).Unix(),
	})
	if err != nil {
		// Texts and numbers can always be encoded.
		panic(err)
	}
	return x.Deals.Seals.Enclose(string(text), "", "pass")
}

// Enter returns a Request of the person who comes by a pass. The error is chat.ErrProof if the pass is not
// valid, or was used before.
func (x Pages) Enter(ctx context.Context, enclosed string, now time.Time) (chat.Request, error) {
	text, err := x.Deals.Seals.Disclose(enclosed, "", "pass")
	if err != nil {
		return chat.Request{}, chat.ErrProof
	}
	var p pass
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return chat.Request{}, chat.ErrProof
	}
	if now.Unix() > p.Until {
		return chat.Request{}, chat.ErrProof
	}
	var c storage.Community
	var who storage.Player
	err = x.Deals.Store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		c, err = tx.CommunityByID(p.Community)
		if err != nil {
			return err
		}
		who, err = tx.PlayerByID(p.Player)
		if err != nil {
			return err
		}
		return tx.SaveRequest("pass:"+p.ID, now)
	})
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrRepeated) {
		return chat.Request{}, chat.ErrProof
	}
	if err != nil {
		return chat.Request{}, err
	}
	wasForgotten := who.Key == ""
	if wasForgotten {
		return chat.Request{}, chat.ErrProof
	}
	role := chat.RoleMember
	if c.Private {
		role = chat.RoleAdmin
	}
	r := chat.Request{
		Place: chat.Place{
			Network:   c.Network,
			Community: c.Key,
			Channel:   p.Channel,
			Private:   c.Private,
			Title:     c.Title,
		},
		Person: chat.Person{Network: who.Network, ID: who.Key, Name: who.Name, Role: role},
		Locale: p.Locale,
	}
	r.Input.Data = p.Data
	return r, nil
}
