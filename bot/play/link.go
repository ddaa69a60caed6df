package play

import (
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	"reckon/bot/play/rating"
	"reckon/storage"
)

// LinkFor is how long a code to link with holds.
const LinkFor = 10 * time.Minute

// Why two players cannot become one person.
var (
	ErrNoCode      = errors.New("no such code: it is wrong, used or expired")
	ErrOwnCode     = errors.New("the code belongs to its sender")
	ErrSameNetwork = errors.New("the code was given out on its sender's network")
	ErrLinked      = errors.New("the person has another player on that network")
)

// codeLength is how many letters a code has: 40 bits.
const codeLength = 8

// LinkCode gives a person a code that makes the player who sends it, on another
// network, one with them. It is stored as a keyed hash.
func (p *Play) LinkCode(tx *storage.Tx, a Act) (string, error) {
	code := rand.Text()[:codeLength] // in base32
	return code[:codeLength/2] + "-" + code[codeLength/2:], tx.AddLinkCode(p.sealCode(code), a.Person.ID, a.At.Add(LinkFor))
}

// sealCode is the stored form of a code, however it is typed.
func (p *Play) sealCode(code string) string {
	code = strings.NewReplacer("0", "O", "1", "I").Replace(strings.ToUpper(code)) // no code has these digits
	return p.hash("link", strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '2' && r <= '7' {
			return r
		}
		return -1
	}, code))
}

// Link links a person to the owner of the code they send, and returns all players that they
// are now. The error may be one of those above: then the code still holds.
func (p *Play) Link(tx *storage.Tx, a Act, code string) ([]storage.Player, error) {
	code = p.sealCode(code)
	other, is, err := storage.Found(tx.LinkCode(code, a.At))
	if !is {
		return nil, errors.Join(err, ErrNoCode)
	}
	theirs, err := tx.Kin(other)
	if err != nil {
		return nil, err
	}
	mine, err := tx.Kin(a.Person.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range mine {
		if slices.Contains(theirs, m) {
			return nil, ErrOwnCode
		}
		i := slices.IndexFunc(theirs, func(x storage.Player) bool { return x.Network == m.Network })
		switch {
		case i < 0:
		case theirs[i].ID == other && m.ID == a.Person.ID:
			return nil, ErrSameNetwork
		default:
			return nil, ErrLinked
		}
	}
	if _, err := tx.TakeLinkCode(code, a.At); err != nil {
		return nil, err
	}
	if err := errors.Join(tx.Link(other, a.Person.ID, a.At), relearnAbility(tx, other)); err != nil {
		return nil, err
	}
	return tx.Kin(other)
}

// Unlink parts the player that a person is here from the others, and returns those. Live
// puzzles that one of them took part in stay locked to the others.
func (p *Play) Unlink(tx *storage.Tx, a Act) ([]storage.Player, error) {
	all, err := tx.Kin(a.Person.ID)
	if err != nil || len(all) < 2 {
		return nil, err
	}
	if err := errors.Join(p.lock(tx, all, false, a.At), tx.Unlink(a.Person.ID, a.At)); err != nil {
		return nil, err
	}
	for _, x := range all {
		if err := relearnAbility(tx, x.ID); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(all, func(x storage.Player) bool { return x.ID == a.Person.ID }), nil
}

// lock locks the live puzzles that each player took part in to the others and, if they are
// forgotten, to that player too. A daily that one of them was shown is locked as that of
// its day until lockFor after they first saw it: it pays, but the clock runs on.
func (p *Play) lock(tx *storage.Tx, all []storage.Player, self bool, at time.Time) error {
	first, _ := anywhere(at)
	seen := map[string]time.Time{}
	for _, x := range all {
		classes, err := tx.LiveClasses(x.ID, first)
		if err != nil {
			return err
		}
		openings, err := tx.Openings(x.ID, first)
		if err != nil {
			return err
		}
		for _, o := range openings {
			if class := ofDay(o.Number, o.Class); seen[class].IsZero() || o.At.Before(seen[class]) {
				seen[class] = o.At
			}
		}
		for _, other := range all {
			for _, class := range classes {
				if other.ID == x.ID && !self {
					continue
				}
				if err := tx.Lock(p.hash(other.Network, other.Key), class, at.Add(lockFor)); err != nil {
					return err
				}
			}
		}
	}
	for class, at := range seen {
		for _, x := range all {
			if err := tx.Lock(p.hash(x.Network, x.Key), class, at.Add(lockFor)); err != nil {
				return err
			}
		}
	}
	return nil
}

// HashKey returns a keyed hash of a key that names a person. A hash is stored where the key may
// outlast its person.
func (p *Play) HashKey(key string) string { return p.hash("key", key) }

// Forget removes the acting person from everywhere, with all their linked players, and the names
// they were challenged by before they had acted. Live puzzles they took part in stay locked to
// them, under a keyed hash.
func (p *Play) Forget(tx *storage.Tx, a Act) error {
	all, err := tx.Kin(a.Person.ID)
	if err != nil {
		return err
	}
	byHandle := p.hashOfRival(a.Person.Network, Rival{Handle: a.Handle})
	if err := tx.ForgetRival(byHandle); err != nil {
		return err
	}
	if err := p.lock(tx, all, true, a.At); err != nil {
		return err
	}
	for _, x := range all {
		byKey := p.hashOfRival(x.Network, Rival{Key: x.Key})
		if err := tx.ForgetRival(byKey); err != nil {
			return err
		}
		if err := tx.ForgetPlayer(x.ID); err != nil {
			return err
		}
		for _, forgotten := range p.Forgotten {
			if err := forgotten(tx, x.ID, a.At); err != nil {
				return err
			}
		}
	}
	return nil
}

// relearnAbility learns a person's abilities again, from the first attempt at each puzzle by
// any of their players.
func relearnAbility(tx *storage.Tx, playerID int64) error {
	all, err := tx.RatedOf(playerID)
	if err != nil {
		return err
	}
	if err := tx.ForgetAbilities(playerID); err != nil {
		return err
	}
	done, abilities := map[[2]string]bool{}, map[string]rating.Rating{}
	for _, x := range all {
		if puzzle := [2]string{x.Game, x.Class}; !done[puzzle] {
			done[puzzle] = true
			ability, ok := abilities[x.Game]
			if !ok {
				ability = rating.NewAbility()
			}
			difficulty := rating.Rating{Value: x.DifficultyBefore, Prior: 1} // its own certainty changes no ability
			_, abilities[x.Game] = rating.Learn(difficulty, ability, rating.Attempt{Solved: x.Solved, After: x.After})
		}
	}
	for game, a := range abilities {
		if err := tx.SetAbility(playerID, game, storage.Learnt(a)); err != nil {
			return err
		}
	}
	return nil
}
