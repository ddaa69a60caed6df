package daily

import (
	"strconv"

	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/storage"
)

// myCard shows a person their card of the day that is live for them.
func (d daily) myCard(req *feature.Request) (feature.Plan, error) {
	var number int
	err := d.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		var err error
		number, _, err = d.Play.LiveDaily(tx, req.Act)
		return err
	})
	if err != nil {
		return nil, err
	}
	req.Button = command.Press{Act: actCard, Args: []string{strconv.Itoa(number)}}
	return d.cardButton(req)
}
