package discord

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// An intake takes in all that Discord tells, by the gateway or by posts.
type intake struct {
	answers  *responder
	typing   *completer
	heard    *listener
	commands *registrar
}

func newIntake(r *rest, p *pace, b chat.Broker, all *exchanges, h chat.Handler) *intake {
	menu := h.Menu()
	answers := &responder{rest: r, pace: p, broker: b, exchanges: all, h: h, menu: menu}
	return &intake{
		answers:  answers,
		typing:   &completer{rest: r, pace: p, h: h, menu: menu},
		heard:    &listener{responder: answers},
		commands: &registrar{rest: r, pace: p, menu: menu},
	}
}

// interact takes in an interaction. It returns at once.
func (in *intake) interact(work context.Context, raw []byte, now time.Time) {
	if !in.typing.hear(work, raw, now) {
		in.answers.receive(work, raw, now)
	}
}

// hear takes in an event of the gateway. It returns at once; what is to be done only
// while the bot serves ends with ctx.
func (in *intake) hear(ctx, work context.Context, e *discordgo.Event, now time.Time) {
	switch e.Type {
	case "MESSAGE_CREATE", "GUILD_CREATE", "GUILD_DELETE":
		in.heard.hear(work, e, now)
	case "INTERACTION_CREATE":
		in.interact(work, e.RawData, now)
	case "READY":
		in.heard.ready(e.RawData)
		var r struct {
			Application struct {
				ID string `json:"id"`
			} `json:"application"`
		}
		if err := json.Unmarshal(e.RawData, &r); err != nil || r.Application.ID == "" {
			in.commands.log.Error("discord: the gateway did not name the application; commands are not registered", "err", err)
			return
		}
		in.known(ctx, r.Application.ID)
	}
}

// known has the commands of the application registered.
func (in *intake) known(ctx context.Context, application string) {
	go chat.Guard(in.commands.log, "menu", func() { in.commands.register(ctx, application) })
}

// open has events taken in, or no more.
func (in *intake) open(is bool) { in.answers.taking.Store(is) }
