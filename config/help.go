package config

import "github.com/alecthomas/kong"

// defaults are the default values that are too long for a line in config.go.
var defaults = kong.Vars{
	"telegram_api": "https://api.telegram.org",
	"discord_api":  "https://discord.com/api/v9/",
}

// help says what each setting does, by the name of its flag.
var help = map[string]string{
	"config": `TOML file of settings, whose keys are the names of these flags (telegram-token = "…").`,

	"db": "SQLite file, created if it does not exist, or the URL of a PostgreSQL database, " +
		"postgres://… (default: reckon.db).",
	"db-file": "Read the value of --db from this file.",
	"log": "Least level to log to standard error: ${enum}. " +
		"Auto is info on a network and warn in the terminal.",
	"backup-dir":  "Copy the database into this folder each night while the bot runs (default: no copies).",
	"backup-keep": "Keep this many of the newest copies (default: ${default}).",

	"listen": "Serve /healthz, /readyz and /metrics over HTTP at this address, " +
		"such as 127.0.0.1:8080 (default: at none). Where the page is served, all three are left out.",
	"operator": "Serve /healthz, /readyz and /metrics at this address instead of that of --listen, " +
		"so that nobody else sees them, and Go's profiles below /debug/pprof/ (default: there, without profiles). The same address as that of --listen serves all of them there.",
	"proxies": "Addresses of the proxies in front of --listen, such as 127.0.0.1 or 172.16.0.0/12: " +
		"only they are believed about where a request comes from (default: there are none).",
	"url": "Public URL of this program, such as https://bot.example.org. " +
		"The networks post events to /telegram and /discord below it, " +
		"and a proxy passes these on to the address of --listen (default: the program fetches events itself).",
	"locale": "Language of the terminal, such as en or zh-Hans (default: the one in LC_ALL, LC_MESSAGES or LANG).",

	"feedback": "Chat that gets what people send with /feedback, such as telegram:-1001234 or " +
		"discord:SERVER/CHANNEL; the bot must be in it (default: none, and people are told so).",

	"telegram-token": "Token of the Telegram bot, from @BotFather. If it is set, the bot plays on Telegram. " +
		"Prefer the environment or a file: others can read a command line.",
	"telegram-token-file": "Read the token from this file, such as a secret of Docker or a credential of systemd.",
	"telegram-api-url":    "URL of the Telegram Bot API, for a server of your own (default: ${default}).",
	"telegram-rate": "Messages a second that the bot may send to all chats together; " +
		"raise it for a server or a bot with a higher limit (default: ${default}).",
	"telegram-app": "Short name of the bot's Mini App, which opens the page in groups " +
		"(default: the bot's main Mini App, if it has one).",

	"discord-token": "Token of the Discord bot, without the word Bot. " +
		"If it is set, the bot plays on Discord.",
	"discord-token-file": "Read the token from this file.",
	"discord-client-secret": "OAuth client secret of the Discord application, for the page as an Activity " +
		"and for linked roles (default: there is none).",
	"discord-client-secret-file": "Read the client secret from this file.",
	"discord-api-url": "URL of the Discord API, for a proxy, which also returns the URL of the gateway " +
		"(default: ${default}).",
}

// Options are the options of kong for a command line that has Settings.
func Options() kong.Option {
	describe := kong.PostBuild(func(k *kong.Kong) error {
		for _, flag := range k.Model.Flags {
			if text, ok := help[flag.Name]; ok {
				flag.Help = text
			}
		}
		return nil
	})
	return kong.OptionFunc(func(k *kong.Kong) error {
		if err := defaults.Apply(k); err != nil {
			return err
		}
		return describe.Apply(k)
	})
}
