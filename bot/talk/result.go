package talk

import (
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/storage"
)

// PictureButton posts the picture of a round's result where the round was played, once. After that, and in
// other places, the button shows the picture to the person alone. The picture is a message of its own,
// since messages that are edited, or that people reply to, must stay texts.
func (x Attempts) PictureButton(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	if r.ClosedAt.IsZero() || r.Daily != 0 {
		return feature.Respond(req.OldButton()), nil
	}
	best := x.Play.Solve(req.Ctx, r.Puzzle)
	ending, err := read(req, x.Store, func(tx *storage.Tx) (*round.Ending, error) {
		return x.Play.Progress(tx, req.Act, r, best)
	})
	if err != nil {
		return nil, err
	}
	// The text repeats all that the picture shows. The fonts may lack letters of a name, and not every
	// network describes pictures to people who do not see them.
	head := say.Head(req.Aloud.GameName(r.Game), " · "+req.Aloud.Form(r))
	reply := chat.Reply{
		Text:    append([]chat.Line{head}, req.Aloud.Ending(*ending)...),
		Picture: x.Pictures.Result(req.Aloud, *ending),
	}
	isElsewhere := r.CommunityID != req.Act.Community.ID
	if isElsewhere {
		reply.Audience = chat.Asker
	}
	return func(tx *storage.Tx) (Result, error) {
		if err := x.Play.MarkEndSeen(tx, req.Act, ending); err != nil {
			return Result{}, err
		}
		if isElsewhere {
			return Result{Reply: reply}, nil
		}
		picture := tell.Announcement{
			Kind:  tell.Picture,
			To:    tell.Place{Community: req.Act.Community, Channel: r.Channel},
			Key:   strconv.FormatInt(r.ID, 10),
			Facts: tell.Facts{Reply: reply},
		}
		_, isPosted, err := storage.Found(tx.PostedAs(picture.Nonce()))
		if err != nil {
			return Result{}, err
		}
		if isPosted {
			reply.Audience = chat.Secret
			reply.Otherwise = &feature.Silent
			return Result{Reply: reply}, nil
		}
		// If the network refused the post before, the picture is the reply now.
		hasFailed, err := tx.HasFailed(picture.Nonce())
		if err != nil || hasFailed {
			return Result{Reply: reply}, err
		}
		return Result{Reply: feature.Silent}, x.Tell.Announce(tx, req.Act.At, picture)
	}, nil
}
