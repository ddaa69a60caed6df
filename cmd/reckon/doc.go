/*
Reckon is a chat bot for number puzzles. Without a command it plays: in the
terminal, or on the networks whose tokens are set. Beside the chat it works on
puzzle IDs for scripts (solve, check, rate), studies expressions and games
(explain, analyze), and looks after the database (backup, health). "reckon
--help" documents it all.

# A tour of the house

Arrows point down only; imports_test.go holds every import against this order.

	cmd/reckon           this package: the command line, and the wiring in serve.go
	  bot/telegram       updates   -> Request,  Reply -> HTML and keyboards
	  bot/discord        events    -> Request,  Reply -> embeds, buttons, forms
	  bot/terminal       lines     -> Request,  Reply -> lines
	    bot              what is played: commands, rounds, dailies, scores
	      bot/lang       every sentence, a file a language
	      engine/games   the list of games, the only place that names them
	        engine/*     a package for each game
	          engine     Game, Puzzle, Verdict: the nouns games share
	            engine/expr   the language of answers
	              engine/exact   exact numbers
	      storage        SQLite; puzzles are opaque text to it
	config               the settings; only this package reads them

Follow one answer through it. A front end reads an event and makes a
bot.Request of it, under the network's own ID of the event as its key. It calls
Bot.Answer, which finds the round the text is meant for, has the puzzle judge
it (engine.Puzzle.Judge: facts, no sentence), writes effect and key in one
transaction, and returns a bot.Reply made with the words of bot/lang. The front
end's render.go turns the Reply into a message; nothing inside bot sends. When
the message is out, the front end says so (Bot.Sent), so that an event that
comes again is answered again only if nobody has seen the first answer.

What happens by itself, a daily or the end of a round, is a row with a due
time; what is said unasked is a row of the outbox. Bot.Serve runs the front ends
and one loop that takes the due rows, and whose heartbeat "reckon health" reads.
Nothing that must happen lives only in memory: kill the process where you like.

# The rules that hold it together

  - A puzzle is its ID, "24:3,3,8,8": in the database, in buttons, here on the
    command line. What parses once parses to the same puzzle for ever.
  - engine is pure: no sentence, clock, database or network. Errors about what
    people typed are *engine.Fault, a code with arguments and a place.
  - Numbers are exact; there is no tolerance anywhere.
  - A game is a package under engine and a line in engine/games. It is known by
    engine.Rules alone: no other package tells games apart, but for tchisla.go
    here, which makes the table that is built into that one game.
    One that can study all its puzzles is an engine.Analyzer as well.
  - A network is a package under bot and a few lines in frontEnds.
  - A command is a row in bot's table; help, menus and the README come from it.

# Where to look first

bot/testdata/*.chat are conversations as people see them, checked by go test:
read one, then run it by hand with "go run ./cmd/reckon". testdata/*.txt here
are the same for the command line. .ci/run is all that a change must pass, and
.ci/story plays on stand-ins for both networks.
*/
package main
