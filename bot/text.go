package bot

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/talk"
	"reckon/engine"
)

// A reading says how a text reads as an answer.
type reading struct {
	// round is the round that is meant; its ID is 0 if there is none.
	round round.Round
	// refusal says why the round may not be answered; nil: it may.
	refusal feature.Plan
	// verdict is the verdict of the round's puzzle on the text; zero if no round is meant.
	verdict engine.Verdict
	// isWord reports whether the text is a single word, and answers to the round are words.
	isWord bool
}

// read finds the round that a text may be an answer to, and judges the text.
func (b *Bot) read(req *feature.Request) (reading, error) {
	text := req.Input.Text
	r, refusal, err := b.handlers.attempts.Meant(req, round.Pointer{Text: text})
	if err != nil {
		return reading{}, err
	}
	x := reading{round: r, refusal: refusal}
	if r.ID != 0 {
		x.verdict = r.Puzzle.Judge(text)
		x.isWord = refusal == nil && isWordFor(r, text)
	}
	return x, nil
}

// isMiss reports whether the text is a word for which the puzzle lacks just one letter. Such a word is more
// likely a wrong answer than the name of something to play.
func (x reading) isMiss() bool { return x.isWord && lacksOne(x.verdict) }

// isWrongWord reports whether the verdict is about a word of the text that does not fit the round, however many
// letters of that word the puzzle lacks.
func (x reading) isWrongWord(text string) bool {
	if x.round.ID == 0 || !isOfLetters(x.round) || x.verdict.Outcome != engine.Wrong {
		return false
	}
	isOther := func(c rune) bool { return !unicode.IsLetter(c) }
	words := strings.FieldsFunc(strings.ToLower(text), isOther)
	return slices.Contains(words, x.verdict.Text)
}

// mayAnswer reports whether the text may be an answer to the round at a time.
func (x reading) mayAnswer(at time.Time) bool {
	isOpen := x.refusal == nil && !x.round.Over(at)
	return isOpen && !isUnexpected(x.verdict.Fault)
}

// planText finds out what a plain text is. It may be an answer. If it cannot be one, it may be a
// command ("hint", "24 hard"), a level ("easy") or a puzzle to be dealt ("2016#7", "3 3 8 8"). In a
// group all other texts are people talking to each other, even replies to messages of the bot. A reply
// never deals a puzzle there.
func (b *Bot) planText(req *feature.Request) (feature.Plan, error) {
	text := req.Input.Text
	x, err := b.read(req)
	if err != nil {
		return nil, err
	}
	if !x.verdict.OnTiles {
		plan, err := b.planWish(req, x)
		if err != nil || plan != nil {
			return plan, err
		}
	}

	// In a group people talk to each other.
	isChatter := !x.verdict.OnTiles && b.isTalk(text)
	isReply := req.Input.Source != (chat.Message{})
	isWordInReply := isReply && x.isWord
	readsAsAnswer := !isChatter && (x.verdict.Meant || isWordInReply)
	if !req.Act.Community.Private && !readsAsAnswer {
		return nil, nil
	}

	// In a private chat a text that reads as no answer, or as talk, can still be a failed attempt at one.
	hasDigit := strings.ContainsFunc(text, unicode.IsDigit)
	tellsMood := b.moodOf(text) != ""
	isWrongWord := !isChatter && !tellsMood && x.isWrongWord(text)
	isFailedAttempt := x.verdict.Meant || hasDigit || isWrongWord || engine.SaysImpossible(text)
	if !readsAsAnswer && !isFailedAttempt {
		return b.planTalk(req)
	}
	if x.refusal != nil {
		return x.refusal, nil
	}
	return b.handlers.attempts.Judge(req, x.round, text)
}

// planWish returns the Plan for a text that is a command, a level of a game or a puzzle; nil for any other text. It
// is not called for a text that consists of the tiles of the round's puzzle.
func (b *Bot) planWish(req *feature.Request, x reading) (feature.Plan, error) {
	text := req.Input.Text
	isReply := req.Input.Source != (chat.Message{})
	mayDeal := req.Act.Community.Private || !isReply
	cmd, args := b.commands.ReadText(text)
	isWholeText := args == ""
	// A text that reads as an answer is no command with arguments.
	isCommand := cmd != nil && (isWholeText || !x.verdict.Meant)
	if isCommand && cmd.Is.Has(command.Deals) && x.isMiss() {
		return nil, nil
	}
	if isCommand {
		isListed := cmd.Help != "" && !cmd.Is.Has(command.Deals)
		if mayDeal || isListed {
			req.Input.Text = args
			return b.runCommand(req, cmd)
		}
	}
	if !mayDeal {
		return nil, nil
	}
	game := x.round.Game
	if x.round.ID == 0 {
		game = b.settings.Games(req.Act.Community)[0]
	}
	values := b.commands.Find(game.Name()).Args.Read(text)
	others := maps.Clone(values)
	delete(others, "level")
	delete(others, "kind")
	isWish := len(values) > 0 && len(others) == 0
	if isWish {
		level, option := talk.WishOf(game, values)
		return b.handlers.deals.Deal(req, game, level, option, 0)
	}
	games := b.handlers.deals.GamesOf(text)
	if len(games) > 0 && !x.mayAnswer(req.Act.At) {
		return b.handlers.deals.Deal(req, games[0], engine.AnyLevel, text, 0)
	}
	return nil, nil
}

// planTalk replies to what a person says in private that is neither a command nor an answer. A person who
// says that they are stuck gets a hint. One who says that the puzzle is too hard or too easy, or boring, gets
// another puzzle, and one who speaks of their card gets it. To other talk the bot replies only now and then, and
// not at all to a person who has said "stop" and has not played since.
func (b *Bot) planTalk(req *feature.Request) (feature.Plan, error) {
	r, refusal, err := b.handlers.attempts.Meant(req, round.Pointer{})
	if err != nil {
		return nil, err
	}
	mood := b.moodOf(req.Input.Text)
	day := b.hooks().Day()
	if mood == "card" && day != nil {
		return day.MyCard(req)
	}
	isAsking := mood != "" && refusal == nil
	if !isAsking {
		isStopped, err := b.handlers.greeting.IsStopped(req, r)
		if err != nil {
			return nil, err
		}
		if isStopped {
			return feature.Respond(feature.Silent), nil
		}
	}
	if refusal != nil {
		return b.handlers.greeting.Command(req)
	}
	level := engine.Level(r.Level)
	switch mood {
	case "stuck":
		return b.handlers.attempts.Hint(req)
	case "easier":
		return b.handlers.deals.Deal(req, r.Game, max(level-1, engine.MinLevel), "", 0)
	case "harder":
		return b.handlers.deals.Deal(req, r.Game, min(level+1, engine.MaxLevel), "", 0)
	case "bored":
		return b.handlers.deals.NextCommand(req)
	}
	if !b.limits.Allow(command.Chatter, req.Who, b.now()) {
		return feature.Respond(feature.Silent), nil
	}
	return b.handlers.greeting.Talk(req, r), nil
}

// moods are what people say about a puzzle or about how they did. The words for a mood have the message key
// "talk." and its name.
var moods = []string{"stuck", "easier", "harder", "bored", "card"}

// moodOf returns the mood that a text tells; empty if it tells none.
func (b *Bot) moodOf(text string) string {
	isEdge := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }
	said := strings.ToLower(strings.TrimFunc(text, isEdge))
	said = strings.ReplaceAll(said, "’", "'")
	for _, mood := range moods {
		if slices.Contains(command.Words(b.book, "talk."+mood), said) {
			return mood
		}
	}
	return ""
}

// isOfLetters reports whether answers to a round are words.
func isOfLetters(r round.Round) bool { return r.Game.Rules().Board.Operators == "" }

// isWordFor reports whether a text is a single word, and answers to a round are words.
func isWordFor(r round.Round, text string) bool {
	isOther := func(c rune) bool { return !unicode.IsLetter(c) }
	word := strings.TrimRightFunc(strings.TrimSpace(text), unicode.IsPunct)
	return isOfLetters(r) && word != "" && !strings.ContainsFunc(word, isOther)
}

// lacksOne reports whether a word needs just one letter that the puzzle does not have.
func lacksOne(v engine.Verdict) bool {
	if v.Fault == nil || v.Fault.Code != "extra" {
		return false
	}
	letters, _ := v.Fault.Args["letters"].([]string)
	return len(letters) == 1
}

// isUnexpected reports whether a text cannot be read as an answer at all.
func isUnexpected(fault *engine.Fault) bool {
	return fault != nil && fault.Code == "syntax.unexpected"
}

// laughter matches how people laugh or yawn in writing: "haha", "hehe", "lol", "zzz".
var laughter = regexp.MustCompile(`^(a?(ha)+h?|(he){2,}h?|(hi){2,}|(ja){2,}|(lo)+l|z{2,})$`)

// isTalk reports whether a text is a word that people say to each other, not to the bot.
func (b *Bot) isTalk(text string) bool {
	isMark := func(r rune) bool { return !unicode.IsLetter(r) }
	word := strings.ToLower(strings.TrimFunc(text, isMark))
	return laughter.MatchString(word) || slices.Contains(command.Words(b.book, "talk"), word)
}
