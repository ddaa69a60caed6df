package book

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// maxRecords is how many records are listed.
const maxRecords = 10

// records has the handler that lists the latest records.
type records struct{ feature.Kernel }

// command lists the latest records for everyone at the place.
func (x records) command(req *feature.Request) (feature.Plan, error) {
	return func(tx *storage.Tx) (feature.Result, error) {
		all, err := ListRecords(tx, maxRecords)
		if err != nil {
			return feature.Result{}, err
		}
		if len(all) == 0 {
			line := req.Say.Line("records.empty", nil)
			return feature.Result{Reply: chat.Reply{Audience: chat.Asker, Text: []chat.Line{line}}}, nil
		}
		v := req.Aloud
		reply := chat.Reply{Text: []chat.Line{say.Head(v.Phrase("records.title", nil))}}
		for _, r := range all {
			g := x.Play.Game(r.Game)
			if g == nil {
				// The program no longer has the game.
				continue
			}
			reply.Text = append(reply.Text, say.Item(v.Line("record.row", say.With{
				"puzzle":  say.Code(say.Desc(r.Puzzle)),
				"measure": v.Measure(g, r.Measure),
				"was":     v.Measure(g, r.Was),
				"player":  finder(v, r),
				"date":    v.Date(r.At.In(round.Zone(req.Act.Community.Zone))),
			})))
		}
		link, ok := linkTo(v, x.Kernel, "", "")
		if ok && gameOf(x.Games) != nil {
			reply.Buttons = [][]chat.Button{{link}}
		}
		return feature.Result{Reply: reply}, nil
	}, nil
}
