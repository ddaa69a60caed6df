package bot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/storage"
)

// What a button does. A button's data is all the state it has, so that it works
// after a restart: "v1 hint 17 5 Ck-0yQ2x" is a hint for round 17 that counts in
// chat 5. A credit stands with its seal, since people can write a deep link
// themselves and would else bring points to chats they are not in.
const (
	verbAnswer  = "answer"  // round [credit seal]: ask for an answer; as a Submit: the answer
	verbHint    = "hint"    // round [credit seal]
	verbGiveUp  = "giveup"  // round [credit seal]
	verbNext    = "next"    // game level: pose another
	verbExplain = "explain" // expression: how it works
	verbDaily   = "daily"   // game number [credit seal]: that day's puzzle in that game
)

// ofRound are the verbs whose first argument is a round.
var ofRound = map[string]bool{verbAnswer: true, verbHint: true, verbGiveUp: true}

// A press is what a button's data says.
type press struct {
	verb string
	args []string
}

const pressVersion = "v1"

var errPress = errors.New("data of no button of ours")

func parsePress(data string) (press, error) {
	f := strings.Fields(data)
	if len(f) < 2 || f[0] != pressVersion {
		return press{}, errPress
	}
	return press{f[1], f[2:]}, nil
}

func pressData(verb string, args ...any) string {
	f := []string{pressVersion, verb}
	for _, a := range args {
		switch a := a.(type) {
		case string:
			f = append(f, a)
		case int64:
			f = append(f, strconv.FormatInt(a, 10))
		case engine.Level:
			f = append(f, strconv.Itoa(int(a)))
		}
	}
	return strings.Join(f, " ")
}

// creditData is pressData of what counts in a chat, 0 for the chat where it is
// pressed.
func (v voice) creditData(credit int64, verb string, args ...any) string {
	if credit == 0 {
		return pressData(verb, args...)
	}
	data := pressData(verb, append(args, credit)...)
	return data + " " + v.seal(data)
}

// buttonSecret names the secret that seals are made with.
const buttonSecret = "buttons"

// seal is eight characters that only this bot can put behind a button's data.
func (b *Bot) seal(data string) string {
	mac := hmac.New(sha256.New, b.secret)
	mac.Write([]byte(data))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:6])
}

// creditIn is the credit that is argument i, 0 if there is none. One without its
// seal is an error.
func (b *Bot) creditIn(p press, i int) (int64, error) {
	if len(p.args) <= i {
		return 0, nil
	}
	data := strings.Join(append([]string{pressVersion, p.verb}, p.args[:i+1]...), " ")
	if len(p.args) == i+1 || !hmac.Equal([]byte(p.args[i+1]), []byte(b.seal(data))) {
		return 0, errPress
	}
	return p.number(i), nil
}

// number is argument i, or 0.
func (p press) number(i int) int64 {
	if i >= len(p.args) {
		return 0
	}
	n, err := strconv.ParseInt(p.args[i], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// runButton carries out a press, or takes the text a press asked for.
func (b *Bot) runButton(c *call) (effect, error) {
	p, err := parsePress(c.req.Input.Data)
	if err != nil {
		return say(c.refuse("old-button", nil)), nil
	}
	switch p.verb {
	case verbNext:
		return c.nextButton(p)
	case verbExplain:
		return c.explainButton(p)
	case verbDaily:
		return c.dailyButton(p)
	}
	pl, reply, err := c.playOf(c.req.Input.Data)
	if err != nil || reply != nil {
		return orSay(reply), err
	}
	switch {
	case p.verb == verbAnswer && c.req.Input.Kind == Submit:
		return c.judge(pl, c.req.Input.Text)
	case p.verb == verbAnswer:
		return c.askAnswer(pl)
	case p.verb == verbHint:
		return c.hint(pl)
	case p.verb == verbGiveUp:
		return c.giveUp(pl)
	}
	return say(c.refuse("old-button", nil)), nil
}

func orSay(r *Reply) effect {
	if r == nil {
		return nil
	}
	return say(*r)
}

// A play is one player's business with a round.
type play struct {
	round  storage.Round
	credit int64 // the chat whose leaderboard it counts in; 0: the request's own
	game   engine.Game
	puzzle engine.Puzzle
}

// shared tells whether people play the round together: who is first wins, and
// who gives up closes it for all.
func (pl play) shared() bool { return pl.round.ChatID != 0 }

// personal tells whether an answer is nobody else's business while the round is
// open.
func (pl play) personal() bool { return !pl.shared() || pl.game.Rules().Sealed }

// audience is that of what concerns one player's answers.
func (pl play) audience() Audience {
	if pl.personal() {
		return Secret
	}
	return Asker
}

// playOf finds the round that data of a button names or, where it names none,
// the one the chat is at. The Reply says why there is none.
func (c *call) playOf(data string) (play, *Reply, error) {
	var pl play
	err := c.store.Read(c.ctx, func(tx *storage.Tx) (err error) {
		if p, perr := parsePress(data); perr == nil && len(p.args) > 0 && p.number(0) > 0 && ofRound[p.verb] {
			if pl.credit, err = c.creditIn(p, 1); err != nil {
				return err
			}
			pl.round, err = tx.RoundByID(p.number(0))
			return err
		}
		var id int64
		if id, pl.credit, err = tx.Focus(c.chat.ID, c.req.Chat.Thread); err != nil {
			return err
		}
		pl.round, err = tx.RoundByID(id)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		r := c.refuse("nothing-open", with{"command": code("/" + c.games[0].Name()), "help": code("/help")})
		return play{}, &r, nil
	}
	if errors.Is(err, errPress) {
		r := c.refuse("old-button", nil)
		return play{}, &r, nil
	}
	if err != nil {
		return play{}, nil, err
	}
	if pl.shared() && pl.round.ChatID != c.chat.ID && pl.round.ChatID != pl.credit {
		r := c.refuse("other-chat", with{"command": code("/" + pl.round.Game)})
		return play{}, &r, nil
	}
	pl.game, pl.puzzle, err = c.puzzle(pl.round.Game, pl.round.Puzzle)
	if err == nil && !pl.shared() && !c.discreet() {
		r := c.spoiling(pl)
		return play{}, &r, nil
	}
	return pl, nil, err
}

// spoiling refuses to talk about a daily where others read along, and shows
// the way to where they do not.
func (c *call) spoiling(pl play) Reply {
	r := c.refuse("would-spoil", with{"player": c.mention(c.req.Player.Name, c.req.Player.ID)})
	r.Audience = Everyone
	r.Remove = c.req.Input.Kind != Press
	r.Buttons = [][]Button{{{
		Label: c.phrase("button.answer", nil), Style: Primary, Personal: true,
		Data: c.creditData(c.creditOf(pl), verbAnswer, pl.round.ID),
	}}}
	return r
}

// discreet tells whether what is said now stays between the person and us.
func (c *call) discreet() bool { return c.req.Discreet || c.req.Chat.Private }

// creditOf is the chat whose leaderboard a play counts in.
func (c *call) creditOf(pl play) int64 {
	if pl.credit != 0 {
		return pl.credit
	}
	return c.chat.ID
}
