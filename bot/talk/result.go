package talk

import (
	"fmt"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// pictureFor is how long a picture may take to be posted.
const pictureFor = 10 * time.Minute

// PictureButton posts the picture of a round's result where it was played, once; after
// that, and elsewhere, it is shown to the person. What people edit and reply to stays text.
func (x Attempts) PictureButton(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.Pointer())
	if err != nil || refusal != nil {
		return refusal, err
	}
	if r.ClosedAt.IsZero() || r.Daily != 0 {
		return feature.Respond(req.OldButton()), nil
	}
	s := x.Play.Solve(req.Ctx, r.Puzzle)
	e, err := look(req, x.Store, func(tx *storage.Tx) (*play.Ending, error) { return x.Play.Progress(tx, r, s) })
	if err != nil {
		return nil, err
	}
	// The text says it all: the fonts may lack letters of a name, and not every network
	// tells people who do not see a picture what it shows.
	reply := chat.Reply{
		Text:    append([]chat.Line{say.Head(req.Aloud.GameName(r.Game), " · "+req.Aloud.Form(r))}, req.Aloud.Ending(*e)...),
		Picture: x.Pictures.Result(req.Aloud, *e),
	}
	if r.CommunityID != req.Act.Community.ID {
		reply.Audience = chat.Asker
		return feature.Respond(reply), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		nonce := fmt.Sprintf("picture:%d", r.ID)
		if _, posted, err := storage.Found(tx.PostedAs(nonce)); err != nil || posted {
			reply.Audience, reply.Otherwise = chat.Secret, &feature.Silent // the others have it
			return Result{Reply: reply}, err
		}
		return Result{Reply: feature.Silent}, x.Announce.Put(tx, req.Act.At, storage.Outgoing{
			Nonce: nonce, CommunityID: r.CommunityID, Channel: r.Channel, Expires: req.Act.At.Add(pictureFor),
		}, "", reply)
	}, nil
}
