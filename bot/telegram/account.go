package telegram

import tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

// An account is the bot's own account on Telegram, with the ways in which people open the page.
type account struct {
	tgbotapi.User
	HasMainApp bool `json:"has_main_web_app"`
	// IsGuest means that people may name the bot in chats that it is not a member of.
	IsGuest bool `json:"supports_guest_queries"`
	// page is the page's address; empty: there is none.
	page string
	// app is the address of the Mini App, which opens the page from groups; empty: there is
	// none.
	app string
}

// setApp sets the address of the Mini App, if there is a page. name is the short name of the Mini App;
// empty: it is the bot's main one.
func (me *account) setApp(name string) {
	if me.page == "" {
		return
	}
	link := "https://t.me/" + me.UserName
	switch {
	case name != "":
		me.app = link + "/" + name
	case me.HasMainApp:
		me.app = link
	}
}
