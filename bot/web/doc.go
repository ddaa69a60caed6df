// Package web is the front end for a browser: one HTML page on which puzzles are played by
// tapping. Telegram opens it as a Mini App, Discord as an Activity, and anybody opens it by
// its address. It knows HTTP and JSON, and no game, score or database.
//
// The page shows a view (chat.View: facts as one person may see them) and sends acts, which
// are the requests that people make in chats. It computes nothing but what it shows.
//
// # Routes
//
// All are below one base and relative to the page. Bodies are JSON of at most 8 KB, times
// are Unix milliseconds of the server's clock. Every origin may call play/*, since a request
// counts by its bearer token alone: there are no cookies.
//
//	GET  , play         the page
//	GET  p/PUZZLE       the page with a puzzle for anybody: p/24:3,3,8,8
//	GET  p/PUZZLE.png   the picture of the puzzle
//	GET  day/NUMBER     the page with a day's puzzles
//	GET  book/          what the book of answers holds; ?n=2016 leads to a page
//	GET  book/PAGE      a page of it: book/2016, with the answer in sevens at #7
//	POST book/PAGE      a form: an answer that beats the book
//	GET  book/check.py  a program that checks all answers
//	GET  book.tsv       all answers; book.tsv.sha256 is their checksum
//	POST play/session   a proof of who somebody is -> a token
//	GET  play/view      what the person sees
//	POST play/act       what the person does -> the reply, and what they see then
//	POST play/share     a message that the person can send from the network's client
//	GET  play/value     the value of an expression that is not sent yet
//	GET  play/results   what each person did of each puzzle of a room's races, for its maker: CSV
//	GET  r/CODE         leads to a room
//	GET  play/watch     a line whenever what the person sees may have changed
//
// A refusal is a status with {"error": WORD}: 400 "bad", 401 "token" (it is false or over:
// ask for a session again), 403 "proof", 404 "none", 413 "long", 429 "often" with Retry-After
// in seconds, 503 "busy" (try again soon). Nothing that was refused counts. An act whose answer
// is lost is sent again with the same key until there is an answer: it counts once.
//
// # The book
//
// The pages of the book are HTML without a script, made anew for each request, since a puzzle
// that people play is left out of them; an ETag spares what a reader has already. The table is
// that of the program, the same until it is replaced. A form makes a guest only for an answer
// that beats the book; play#guest=KEY goes on as that guest.
//
// # Session
//
//	POST play/session
//	{"network": "web", "guest": KEY, "name": "Ann", "room": "new", "locale": "en-GB"}
//	{"network": "telegram", "proof": INITDATA, "locale": "en"}
//	{"network": "discord", "proof": CODE, "instance": ID, "locale": "en-US"}
//	{"network": "web", "proof": PASS}
//	{"network": "web", "token": T}
//
// A PASS is of a link that the bot gave to a person of a chat, in the fragment of the page's
// address. It holds once, so the page keeps the token of such a session for its tab: loaded
// again, it goes on with it.
//
// A guest's first session has no KEY; the answer has one, to be kept in the browser. The room
// is empty (the guest plays alone), "new", or a code of six letters, in any case.
//
// The maker of a room gets a "maker" with its first session there, and gives it to later ones, so
// that the room stays theirs.
//
//	{"token": T, "until": TIME, "guest": KEY, "name": "Ann", "room": "BCDFGH", "lang": "en",
//	 "open": DATA, "words": {"undo": "Undo", …}, "view": VIEW}
//
// The token goes into the header "Authorization: Bearer T" of the other requests and is kept
// in memory, but for a pass. open, if it is there, is what the person came for: the page sends
// it first.
// (On a page of p/ or day/, or with ?open=, it stands in <meta name="open">.) Whoever made the
// link chose it, so it does only what a link may. words are the
// sentences of bot/lang whose keys begin with "page.", without that; {n} stands for an
// argument n.
//
// # View
//
//	GET play/view[?round=TOKEN][&day=1]
//
// It is a chat.View, whose fields are described there. Without a round it shows the one that
// the person is at; with one it stays there. It has a day if it is asked for, and whenever the
// round is one of a day. Fields that are empty, zero or false are left out.
//
// # Acts
//
//	POST play/act
//	{"key": KEY, "press": DATA}                          a button
//	{"key": KEY, "open": DATA}                           what the person came for: the act of a link
//	{"key": KEY, "press": DATA, "text": "8/(3-8/3)"}     an answer: DATA of the act "answer"
//	{"key": KEY, "command": "race", "text": "3 letters"} a command, as it is typed in chats
//	{"key": KEY, "text": "hint"}                         any text, as it is typed in chats
//
// The KEY is the page's own, 8 to 64 of [A-Za-z0-9_-], another for each act. Optional are
// "round": TOKEN, "day": true, for the view, and "dark": true, for the picture.
//
//	{"reply": REPLY, "view": VIEW, "repeated": true}
//
// reply is a chat.Reply with its lines of spans; it is left out if there is nothing to say or
// the act came before. Its picture is a PNG:
//
//	{"tone": 1, "text": [[{"text": "Right: "}, {"style": "code", "text": "8/(3-8/3)"}]],
//	 "buttons": [[{"label": "Explain", "data": DATA, "icon": "🔍"}]], "picture": {"png": BASE64, "alt": "…"}}
//
// tone is 1 for a right answer, 2 for a wrong one. A button of the reply is a press of its
// data. If the reply has "ask", its "hint" says what to type; the next text goes with its data.
//
// # Share
//
//	POST play/share
//	{"day": 326}
//	{"prepared": ID}
//
// It prepares the person's card of a live day as a message; the network's client asks to whom it
// goes, by the ID. 404: there is no card, or the network prepares none.
//
// # Value
//
//	GET play/value?round=TOKEN&text=77*26+14
//	{"value": "2016", "measure": 6} or {"fault": "a sentence"}
//
// It counts nothing, and says nothing about words.
//
// # Watch
//
//	GET play/watch?since=VERSION[&round=TOKEN][&poll=1]
//
// A line {"n": 1, "now": TIME} means: take the view again. The first comes at once if the view
// has another version than since. Every 20 seconds comes an empty line; without one for 45
// seconds the connection is dead. With poll=1 the answer ends after the first line, or is {}
// after 20 seconds; the page asks so once streams have been cut twice. If the page moves to
// another round it watches anew.
//
// # The page
//
// page.html is one file of at most 20 KB compressed, sent without comments and indentation. It has exactly one <style> and one
// <script>, without attributes; the content security policy allows these two by their hashes,
// so there are no style attributes and no handlers in attributes (element.style of a script
// works), no fonts and pictures but data:, and no requests but to the page's own origin. In its
// <head>, before anything else, stands <!--head-->, which the server replaces by <base>,
// <title>, <meta name="open"> and the tags for messengers. Every address in the page is
// relative to the base: "play/view".
package web
