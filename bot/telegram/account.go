package telegram

import tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

// An account is the bot's own on Telegram, and how people open the page.
type account struct {
	tgbotapi.User
	HasMainApp bool   `json:"has_main_web_app"`
	IsGuest    bool   `json:"supports_guest_queries"` // people may name it where it is no member
	page       string // its address; empty: there is none
	app        string // the address of the Mini App, which opens it from groups; empty: there is none
}

// openBy finds the address of the Mini App, whose short name is empty if it is the bot's main one.
func (me *account) openBy(name string) {
	switch link := "https://t.me/" + me.UserName; {
	case me.page == "":
	case name != "":
		me.app = link + "/" + name
	case me.HasMainApp:
		me.app = link
	}
}
