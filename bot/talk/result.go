package talk

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// PictureButton posts the picture of a round's result where it was played, once; elsewhere
// it is shown to the person. What people edit and reply to stays text.
func (x Attempts) PictureButton(req *Request, p command.Press) (Plan, error) {
	r, refusal, err := x.Meant(req, Pointer(p))
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	if r.ClosedAt.IsZero() || r.Daily != 0 {
		return Respond(req.OldButton()), nil
	}
	s := x.Play.Solve(req.Ctx, r.Puzzle)
	var e *play.Ending
	err = x.Store.Read(req.Ctx, func(tx *storage.Tx) (err error) {
		e, err = x.Play.Progress(tx, r, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	// The text says it all: the fonts may lack letters of a name, and not every network
	// tells people who do not see a picture what it shows.
	reply := chat.Reply{
		Text:    append([]chat.Line{{say.Strong(req.Aloud.GameName(r.Game)), {Text: " · " + req.Aloud.Form(r)}}}, req.Aloud.Ending(*e)...),
		Picture: x.Pictures.Result(req.Aloud, *e),
	}
	if r.CommunityID != req.Act.Community.ID {
		reply.Audience = chat.Asker
		return Respond(reply), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		return Result{Reply: Silent}, x.Announce.Picture(tx, req.Act.At, r, reply)
	}, nil
}
