package daily

import (
	"strconv"

	"reckon/bot/command"
	"reckon/bot/feature"
)

// myCard shows a person their card of the day that is live for them.
func (d daily) myCard(req *feature.Request) (feature.Plan, error) {
	number, err := d.liveDay(req)
	if err != nil {
		return nil, err
	}
	// cardButton reads the day from a button, so this makes up a press of one.
	req.Button = command.Press{Act: actCard, Args: []string{strconv.Itoa(number)}}
	return d.cardButton(req)
}
