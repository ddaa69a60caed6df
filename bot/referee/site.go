package referee

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/bot/download"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/engine"
)

var (
	//go:embed referee.html
	pageHTML string
	//go:embed referee.css
	pageStyle template.CSS
	// checker is a program in Python that checks answers.
	//
	//go:embed check.py
	checker []byte
)

// A site serves the page about the tables, which is in English alone, and the checker:
//
//	GET  referee/           the page
//	GET  referee/check.py   a program that checks answers
//
// The tables have routes of their own: see download.Table.Routes.
type site struct {
	feature.Kernel
	pages chat.Site
	// body is what is between the page's <body> tags. It is made when somebody first asks for it, and is then the
	// same until the program is replaced.
	body func() (template.HTML, error)
}

func newSite(k feature.Kernel, pages chat.Site) site {
	body := sync.OnceValues(func() (template.HTML, error) { return newBody(k.Games, k.Speak("en")) })
	return site{Kernel: k, pages: pages, body: body}
}

// newBody makes the body of the page. It shows what the judge says of the disputed answers.
func newBody(games []engine.Game, english say.Voice) (template.HTML, error) {
	page, err := template.New("referee").Parse(pageHTML)
	if err != nil {
		return "", err
	}
	var verdicts []verdict
	for _, a := range disputed {
		verdicts = append(verdicts, judge(games, english, a))
	}
	var body bytes.Buffer
	err = page.Execute(&body, verdicts)
	return template.HTML(body.String()), err
}

// routes returns the routes of the page and the checker.
func (s site) routes() []chat.Route {
	routes := []chat.Route{
		{Pattern: "GET /referee", Serve: redirectToPage},
		{Pattern: "GET /referee/{$}", Serve: s.servePage},
		{Pattern: "GET /referee/check.py", Serve: serveChecker},
	}
	for i := range routes {
		routes[i].Limit = "referee"
		routes[i].Pace = chat.Pace{Interval: 100 * time.Millisecond, Burst: 60}
	}
	return routes
}

func redirectToPage(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "referee/", http.StatusSeeOther)
}

func (s site) servePage(w http.ResponseWriter, r *http.Request) {
	body, err := s.body()
	if err != nil {
		s.Logger.Error("the page of the referee is not made", "err", err)
		s.pages.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	s.pages.WriteDocument(w, r, chat.Document{
		Language: "en",
		Title:    "The referee",
		About: "How hard 1,362 hands of 24 are for people, 10,000 games of Countdown, " +
			"and a judge that is never fooled by 24.5.",
		Style: pageStyle,
		Body:  body,
	})
}

func serveChecker(w http.ResponseWriter, _ *http.Request) { download.WritePython(w, checker) }
