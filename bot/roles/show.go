package roles

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/storage"
)

// jobKind is the kind of the jobs that show figures. The job with an empty key shows the figures of everybody who
// agreed. The key of any other is the ID of a player who is forgotten, and the job takes back what is shown of that
// player.
const jobKind = "figures"

const (
	// showEvery is how often everybody's figures are shown.
	showEvery = time.Hour
	// pageSize is how many agreements one query reads.
	pageSize = 100
	// maxFailures is after how many failures in a row showAll gives up until the next hour.
	maxFailures = 5
)

// errFailing says that a network has failed maxFailures times in a row.
var errFailing = errors.New("the network fails")

// agree stores that a person has agreed, with the token that the network gave for them. It shows the person's
// figures, and returns these figures.
func (r roles) agree(ctx context.Context, who chat.Request, token string) ([]chat.Figure, error) {
	var player storage.Player
	name := chat.PersonName(who.Person.Name)
	write := func(tx *storage.Tx) error {
		var err error
		player, err = tx.EnsurePlayer(who.Person.Network, who.Person.ID, name, who.Locale, r.Now())
		if err != nil {
			return err
		}
		return addAgreement(tx, player.ID, token, r.Now())
	}
	err := storage.Retry(ctx, func() error { return r.Store.Write(ctx, write) })
	if err != nil {
		return nil, err
	}
	return r.show(ctx, player.ID)
}

// show shows the figures of a player who agrees, unless their network shows the same already. It
// returns the figures. If the person no longer agrees, show deletes the agreement and returns
// chat.ErrProof.
func (r roles) show(ctx context.Context, playerID int64) ([]chat.Figure, error) {
	a, figures, err := r.load(ctx, playerID)
	if err != nil {
		return nil, err
	}
	isGone := a.Key == ""
	if isGone {
		// There is no agreement, or the player is forgotten.
		return nil, nil
	}
	front, ok := r.figureShower(a.Network)
	if !ok {
		// The bot is not on that network now, but may be there again later. So the agreement stays.
		return nil, nil
	}
	a, err = r.seal(ctx, front, a)
	if err != nil {
		return nil, err
	}
	text := textOf(figures)
	if text == a.Shown {
		return figures, nil
	}
	token, err := front.ShowFigures(ctx, a.Token, figures)
	if errors.Is(err, chat.ErrProof) {
		return nil, errors.Join(err, r.delete(ctx, a))
	}
	if err != nil {
		return nil, errors.Join(err, r.save(ctx, a, token))
	}
	a.Shown = text
	return figures, r.save(ctx, a, token)
}

// load returns a player's agreement and their figures. If there is no agreement, it returns an empty one.
func (r roles) load(ctx context.Context, playerID int64) (a agreement, figures []chat.Figure, err error) {
	err = r.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		a, _, err = storage.Found(agreementOf(tx, playerID))
		if err != nil {
			return err
		}
		summary, err := r.Play.Summary(tx, playerID, r.Now())
		if err != nil {
			return err
		}
		figures = r.figuresOf(summary)
		return nil
	})
	return a, figures, err
}

// seal returns an agreement with a sealed token. If an older version of the program has stored the token without a
// seal, seal also stores the sealed one.
func (r roles) seal(ctx context.Context, front FigureShower, a agreement) (agreement, error) {
	sealed, err := front.SealToken(a.Token)
	if err != nil || sealed == a.Token {
		return a, err
	}
	if err := r.save(ctx, a, sealed); err != nil {
		return a, err
	}
	a.Token = sealed
	return a, nil
}

// save stores an agreement. token is a new token that the network has given; empty: it has given none. A new
// token is stored even if the process is about to end, because the old token may no longer be valid.
func (r roles) save(ctx context.Context, a agreement, token string) error {
	oldToken := a.Token
	a.Token = cmp.Or(token, oldToken)
	return r.Store.Commit(context.WithoutCancel(ctx), func(tx *storage.Tx) error {
		return saveAgreement(tx, a, oldToken)
	})
}

// delete deletes an agreement, even if the process is about to end.
func (r roles) delete(ctx context.Context, a agreement) error {
	return r.Store.Commit(context.WithoutCancel(ctx), func(tx *storage.Tx) error { return deleteAgreement(tx, a) })
}

// run runs a job of jobKind.
func (r roles) run(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	if j.Key != "" {
		return jobs.ByID(r.takeBack)(ctx, j, now)
	}
	err := r.showAll(ctx)
	if err != nil && !errors.Is(err, errFailing) {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(showEvery)})
	}, nil
}

// showAll shows the figures of everybody who agreed and is not forgotten. It returns errFailing after
// too many failures in a row.
func (r roles) showAll(ctx context.Context) error {
	failures := 0
	for after := int64(0); ; {
		var page []int64
		err := r.Store.Read(ctx, func(tx *storage.Tx) error {
			var err error
			page, err = listAgreeing(tx, after, pageSize)
			return err
		})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, playerID := range page {
			after = playerID
			if err := r.showPatiently(ctx, playerID, &failures); err != nil {
				return err
			}
		}
	}
}

// showPatiently shows the figures of a player. If the network's rate limit asks for a pause, it waits and tries again.
// failures counts the failures in a row, and goes on from player to player. After an error showAll is to end.
func (r roles) showPatiently(ctx context.Context, playerID int64, failures *int) error {
	for {
		_, err := r.show(ctx, playerID)
		networkAnswered := err == nil || errors.Is(err, chat.ErrProof)
		if networkAnswered {
			*failures = 0
			return nil
		}
		if errors.Is(err, chat.ErrSealed) {
			// The network was not asked, so this is not counted as a failure.
			r.Logger.Warn("figures are not shown until the person agrees again", "err", err)
			return nil
		}
		limit, isLimited := errors.AsType[*chat.RetryError](err)
		if isLimited {
			chat.Pause(ctx, limit.After)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.Logger.Warn("figures are not shown", "err", err)
		*failures++
		if *failures == maxFailures {
			return errFailing
		}
		if !isLimited {
			return nil
		}
	}
}

// queueTakingBack sets a job that takes back what is shown of a player who is forgotten.
func queueTakingBack(tx *storage.Tx, playerID int64, at time.Time) error {
	_, hasAgreed, err := storage.Found(agreementOf(tx, playerID))
	if err != nil || !hasAgreed {
		return err
	}
	return tx.SetJob(storage.Job{Kind: jobKind, Key: strconv.FormatInt(playerID, 10), At: at})
}

// takeBack takes back what is shown of a player who is forgotten.
func (r roles) takeBack(ctx context.Context, playerID int64, _ time.Time) (func(*storage.Tx) error, error) {
	var a agreement
	var hasAgreed bool
	err := r.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		a, hasAgreed, err = storage.Found(agreementOf(tx, playerID))
		return err
	})
	if err != nil {
		return nil, err
	}
	if hasAgreed {
		if err := r.clear(ctx, a); err != nil {
			return nil, err
		}
	}
	return func(tx *storage.Tx) error { return tx.DropJob(jobKind, strconv.FormatInt(playerID, 10)) }, nil
}

// clear takes back what is shown of a person, and deletes their agreement.
func (r roles) clear(ctx context.Context, a agreement) error {
	front, ok := r.figureShower(a.Network)
	if !ok {
		// The bot is not on that network now, so it cannot take anything back there.
		return r.delete(ctx, a)
	}
	token, err := front.ShowFigures(ctx, a.Token, nil)
	if err != nil && !errors.Is(err, chat.ErrProof) {
		return errors.Join(err, r.save(ctx, a, token))
	}
	return r.delete(ctx, a)
}
