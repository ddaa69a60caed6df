/*
Reckon is a chat bot for number and word puzzles. "reckon" without a command runs the bot: people play
on the networks whose tokens are set and, if the bot has an address, on its page. With no token and no
address, they play in the terminal. "reckon web" runs the page alone, without any network. The other commands
work on puzzles (solve, check, rate, explain, analyze), let assistants do so (mcp), write the book of
Tchisla answers to a file (tchisla), look after the database (backup, restore, move, ratings, audit),
check that all is well (health, doctor), complete commands in a shell (completion) and print licences
(licences).
"reckon --help" documents them all. This page is for developers.

# The packages

The folder bot has three sorts of packages. A front end connects the bot to one network: Telegram,
Discord, the terminal or the page. A feature is a part that the bot could do without, such as the
leaderboards; its folder has its rules, its tables, its handlers and its tests. All the rest is the
kernel.

A list of all packages follows below. A package imports only packages further down in that list. The
indentation only shows which packages belong together; it means nothing for imports. A feature imports
no other feature. The kernel imports no feature either, except in one file: bot/features.go lists
them. imports_test.go checks every import. cmd/reckon/statements_test.go checks that no SQL outside of
a feature names the feature's tables.

A community is the people who play together: a Discord server or a Telegram group, with one
leaderboard. A place is where they talk: one of its channels or threads. A private chat is a community
with just one place, and so is a room of the page. A round is one puzzle, put to the people at a place.
Only the round of a daily, which is the puzzle of a day, is put to the people at all places. A match is
a series of rounds, such as a duel.

Some types come up again and again. Two of them are named Request, and both say what a person did. A
front end makes a chat.Request of what the network says. The bot makes a feature.Request of that: it
adds what is stored about the person and the place. A handler is given the feature.Request. A
round.Act says who does something, where and when. The methods of round.Play are the rules of play. A
process has one Play, with the store and the solver that the rules need. A feature.Plan is a function
that carries out the request in a transaction. A chat.Reply is what the person is told. A round.View
is what one person may see of a round, as facts. For the page, package talk makes a chat.View of it,
with sentences and buttons.

	cmd/reckon             the command line; serve.go puts the parts together
	  cmd/reckon/metrics   counts and times for Prometheus
	  config               reads the operator's settings; no other package does
	  bot/telegram         Telegram's updates -> chat.Request; Reply -> HTML and keyboards
	  bot/discord          Discord's events -> chat.Request; Reply -> components and forms
	  bot/terminal         typed lines -> chat.Request; Reply -> printed lines
	  bot/web              the page: HTTP -> chat.Request; Reply and View -> JSON
	    bot                takes a chat.Request, makes a feature.Request of it, runs its handler, carries
	                       out the Plan, sends the Reply
	      bot/board        a feature: leaderboards, and the pages that other features add to them
	      bot/book         a feature: the book of best known answers, and players' records
	      bot/daily        a feature: the daily post, the card to share, the archive, streak reminders
	      bot/feedback     a feature: messages from players to the operator
	      bot/ghost        a feature: duels against recordings of other people
	      bot/league       a feature: divisions in which people compete for a week
	      bot/link         a feature: one person on several networks
	      bot/nonstop      a feature: puzzle after puzzle, until somebody stops
	      bot/offer        a feature: in any chat people type the bot's name, and send one of the cards or puzzles it offers
	      bot/practice     a feature: puzzles that suit a person
	      bot/privacy      a feature: exports and deletes what is stored about a person
	      bot/referee      a feature: files of puzzles, a checker and a page for people who train programs
	      bot/roles        a feature: tells networks how many points a person has, for roles that need points
	      bot/season       a feature: the hall of fame, with the winners of each month and the best days
	      bot/sheet        a feature: sheets of puzzles with their solutions, to be printed
	      bot/show         a feature: rounds of letters, numbers and a conundrum, as on television
	      bot/signs        a feature: notices solve times that look like those of a program
	      bot/stats        a feature: a person's points, streaks and times
	      bot/talk         the handlers of the kernel's commands and buttons
	      bot/feature      what a feature registers; what handlers are given (feature.Request) and return (Plan)
	      bot/tell         messages to people and places: who reads each, and how urgent it is
	      bot/settings     the settings of communities and people, and the panel that changes them
	      bot/button       the buttons under messages
	      bot/command      the command language: commands, arguments, data of buttons, limits
	      bot/say          facts of play -> lines in a reader's language
	        bot/lang       every sentence, a file for each language
	      bot/card         facts -> pictures
	        bot/qr         texts -> QR codes
	      bot/zone         time zones and the names that people use for them
	      bot/round        the rules of play: rounds, answers, hints, dailies, points, matches
	        bot/round/mode    the ways to play, as data: what a mode allows, pays and shows
	        bot/round/rating  how difficulties and abilities are learnt from solve times, and ratings from duels
	      bot/outbox       delivers messages: order, rate limits, retries
	      bot/live         wakes those who watch the page when something has changed
	      bot/jobs         runs jobs when their time has come: ends of rounds, dailies, reminders
	        bot/heartbeat  runs the loops of outbox and jobs, and records that they still run
	      bot/download     serves files, such as the referee's, with their checksums
	    bot/chat           the contract with front ends: chat.Request, Reply, View, FrontEnd
	      bot/chat/pace    keeps calls within a network's rate limits, and stops them when it is down
	    engine/games       the list of games, the only place that names them all
	      engine/*         a package for each game
	        engine/words   the list of words that the word games share
	        engine/tchisla/search  the search for Tchisla answers
	        engine         Game, Puzzle, Verdict: what all games share
	          engine/expr  the language of answers
	            engine/exact  exact numbers
	              engine/whole  whole numbers of 64 bits
	    storage            SQLite or PostgreSQL; a puzzle is opaque text to it
	      storage/address  which database a setting names, and its address without the password

Some packages are for tests alone. telegramtest and discordtest stand in for the networks. webtest
serves the page and visits it, and sitetest finds links that lead to other sites. qrtest reads QR codes.
storage/dbtest makes empty databases. storage/storetest makes databases that have their tables.
bot/feature/featuretest makes a kernel for the tests of a feature. engine/property makes random cases
from a fixed seed. bot/round/rating/simulation simulates people who solve puzzles, to test what ratings
learn from them. cmd/load measures the bot under load, with the help of some of these packages.
go generate runs three programs that write files of the source: engine/tchisla/makebook,
engine/words/makewords and cmd/reckon/makelicences.

# The path of an answer

Somebody types an answer in a chat. The front end reads the event from its network and makes a
chat.Request of it. The key of the request is the network's own ID of the event, so an event that
comes twice counts once. The front end calls Take (bot/take.go). Take makes a feature.Request of the
chat.Request: it adds what is stored about the person, the place and the rounds that the request may
be about (bot/request.go). One query reads all that (storage.Visit).

Now the handler runs (bot/talk/answer.go). First it asks bot/round which round the person means
(Meant). That only reads the database. Then it lets the puzzle judge the text (Judge). That can take
long, so no transaction is open meanwhile. Then the handler returns a Plan.

After that the function commit (bot/request.go) runs the Plan in one transaction. The Plan stores the
answer with its points (Play.Answer in bot/round). Play.Answer returns an Outcome: what the answer was,
what it earned, and what it changed. Package tell makes the Reply from the Outcome. If the answer has
changed what the puzzle's message shows, tell also makes an edit of that message. Package say writes
the sentences of both. The same transaction stores the key of the request. It also stores the Reply
and the edit: as rows of the table outbox.

Once that has committed, Take tells package outbox to send the Reply now, and returns. From then on the
network may forget the event. Package outbox calls the front end's Deliver as soon as the rate limit
allows. The edit follows the Reply. The front end's render.go turns the Reply into a message. If the
Reply has a picture, the front end asks the bot to draw it (the method Draw of chat.Broker). Package
card draws it. A file, such as a person's export, is made just before Deliver is called. After the
delivery, package outbox tells the bot the ID of the new message. Now people can answer the round by
replying to the message. A hint costs points only once its message is delivered, and the clock of a
puzzle starts only then.

On the page the Reply is the response to the HTTP request. The other people who watch the round get a
View of what changed (bot/talk/view.go). To make that possible, each transaction notes which rounds,
communities and people it changes. When it is committed, package live wakes everybody who watches one of them, in this
process and in others.

What is to happen later is a job: a row with a kind, a key and a time. The kernel (bot/jobs.go) or a
feature has a function for each kind. Nothing that must happen is in memory alone, so you can kill
the process at any moment.

# The rules

  - The database, buttons and the command line know a puzzle by its ID alone. The ID of 3 3 8 8
    is "24:3,3,8,8". An ID means the same puzzle for ever.
  - Package engine is pure: it knows no sentence, clock, database or network. It reports what is
    wrong with a text as an engine.Fault: a code, its arguments and the part that is wrong.
  - Numbers are exact. There is no tolerance anywhere.
  - The name of a game stands in three places: in the game's package, in engine/games, and in the
    commands tchisla and analyze. All other code asks a game's engine.Rules what it allows.
  - In the bot's code, only the front ends, config and cmd/reckon name a network.
  - SQL stays in storage and in files whose names end in rows.go, such as match_rows.go in
    bot/round. It stands in two other places. The declaration of a table has queries, which export
    a person's rows, and cmd/load looks into databases from outside.
  - A feature writes only tables that it declares. A declaration (storage.Table) says what happens to
    a person's rows when the person is forgotten, or linked to a player on another network. It also
    says which rows an export of the person's data has.
  - Sentences for players stay in bot/lang. Code refers to a sentence by its key.
  - A package with something to count or time declares a small interface for that, such as
    round.Meter. Only package metrics knows Prometheus.
  - A file is named for what is in it.
  - No two files of a package need each other: if a.go uses what
    b.go declares, b.go uses nothing of a.go.

# What a new thing touches

A transcript is a conversation that a test replays (see below).

	a game        its package in engine; a line in engine/games; its words in bot/lang;
	              a transcript
	a network     its package in bot; its settings in config; an entry in the networks of
	              serve.go; an entry in imports_test.go, which lists what each package imports
	a feature     its folder in bot; a line in bot/features.go; a section in each language;
	              if it has tables, a migration for each database; if people can type it in a chat,
	              a row in PLAYING.md (go test ./bot -run Readme -update writes the row) and its
	              name in README.md; if it adds a command to the command line, a file in
	              cmd/reckon. To delete a feature, delete all this except the migrations, and
	              add a migration that drops its tables
	a command or button of a feature
	              the feature's folder, with a line in its testdata/rights.txt; its words; a transcript
	a rule for points
	              one file of bot/round; the transcripts that change
	a setting     a settings.Toggle in its feature, or an entry in bot/settings if it is the
	              kernel's; its words; a transcript
	a language    its file in bot/lang; a test lists what is missing

# Where to begin

Transcripts are conversations as people see them, and go test replays them: those in
bot/testdata/*.chat with the kernel alone, those in a feature's testdata with the kernel and that
feature. Read one, then play it by hand with "go run ./cmd/reckon". The files
cmd/reckon/testdata/*.txt are transcripts of the command line. Every change must pass .ci/run.
README.md is for players, config/deploy/README.md for operators. engine/FIGURES.md has the
measurements, and bot/lang/VOICE.md says how texts for players are written.
*/
package main
