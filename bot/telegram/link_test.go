package telegram

import (
	"testing"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

// A link leads into the private chat with the bot as soon as the bot's name is known, if the data fits.
func TestLink(t *testing.T) {
	f := &FrontEnd{}
	if link := f.Link("v2 daily 24 61"); link != "" {
		t.Errorf("without a name the link is %s", link)
	}
	f.me.Store(&account{User: tgbotapi.User{UserName: "reckon_bot"}})
	if link, want := f.Link("v2 daily 24 61"), "https://t.me/reckon_bot?start="+startPayload("v2 daily 24 61"); link != want {
		t.Errorf("the link is %s, want %s", link, want)
	}
}
