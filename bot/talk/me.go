package talk

import (
	"cmp"

	"reckon/bot/chat"
	"reckon/storage"
)

// Me returns what the page shows a person about themselves. At a place that others share there are no
// settings: those would be the place's.
func (x Views) Me(req *Request) (chat.MeView, error) {
	out := chat.MeView{
		Name:  cmp.Or(req.Person.Name, req.Act.Person.Name),
		Guest: x.Play.IsGuest(req.Act.Person),
	}
	err := x.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		isStored := req.Act.Person.ID != 0
		if isStored {
			if err := x.Features.AddToMe(req.Say, tx, req.Act, &out); err != nil {
				return err
			}
		}
		if !req.Act.Community.Private {
			return nil
		}
		view, err := x.Panel.viewOf(req, tx)
		if err != nil {
			return err
		}
		out.Settings = x.Settings.OfPerson(view, out.Guest)
		return nil
	})
	return out, err
}
