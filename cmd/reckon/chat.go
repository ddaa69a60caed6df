package main

import (
	"context"
	"os"
	"os/user"
	"runtime"

	"reckon/bot/chat"
	"reckon/bot/terminal"
	"reckon/config"
)

type chatCmd struct{}

// Run plays until a signal comes, the input ends, or a network refuses the bot
// for good. What is being answered then is finished and stored.
func (chatCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	return serve(ctx, c, s)
}

// person is the front end of whoever sits before the console.
func person(c console, s *config.Settings, p terminal.Config) chat.FrontEnd {
	p.In, p.Out = c.in, c.out
	if isTerminal(c.in) && isTerminal(c.out) {
		p.Editor = terminal.NewKeyboard()
		p.Color = terminal.Colored(os.Getenv, runtime.GOOS == "windows")
	}
	p.Locale = s.Locale
	if p.Locale == "" {
		p.Locale = terminal.Locale(os.Getenv)
	}
	if u, err := user.Current(); err == nil {
		p.Name = u.Username
	}
	return terminal.New(p)
}
