package webtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

// Fits checks that nothing needs to be scrolled sideways, and that every target is large enough. The target of a field
// with a label around it is the label. what says in an error what the tab shows.
func (b *Tab) Fits(what string) {
	b.T.Helper()
	b.FitsAcross(what)
	b.HasLargeTargets(what, "button, input:not(label input), label:has(input), select, summary, a")
}

// FitsAcross checks that nothing needs to be scrolled sideways.
func (b *Tab) FitsAcross(what string) {
	b.T.Helper()
	wide := Eval[[]string](b, `document.documentElement.scrollWidth <= innerWidth ? [] :
		[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.outerHTML.slice(0, 80))`)
	if len(wide) > 0 {
		b.T.Errorf("%s: too wide: %s", what, strings.Join(wide, "\n"))
	}
}

// HasLargeTargets checks that a finger finds each element that a selector selects.
func (b *Tab) HasLargeTargets(what, selector string) {
	b.T.Helper()
	small := Eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).flatMap(e => {
		const r = e.getBoundingClientRect();
		return r.width < 44 || r.height < 44 || r.left < 0 || r.right > innerWidth ? [e.outerHTML.slice(0, 80) + " " + [r.left, r.right, r.width, r.height]] : [] })`, selector))
	if len(small) > 0 {
		b.T.Errorf("%s: %s", what, strings.Join(small, "\n"))
	}
}

// Axe checks by axe that everybody can use what the tab shows. RECKON_TEST_AXE is the path of axe.min.js; empty: Axe
// checks nothing.
func (b *Tab) Axe(what string) {
	b.T.Helper()
	path := os.Getenv("RECKON_TEST_AXE")
	if path == "" {
		return
	}
	script, err := os.ReadFile(path)
	if err != nil {
		b.T.Fatal(err)
	}
	Eval[any](b, "if (!window.axe) {"+string(script)+"\n};0")
	for _, w := range Eval[[]string](b, "axe.run({resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + n.failureSummary).join('; ')))") {
		b.T.Errorf("%s: %s", what, w)
	}
}

// Picture saves what the tab shows as a file, if RECKON_PICTURES names a folder.
func (b *Tab) Picture(name string) {
	b.T.Helper()
	folder := os.Getenv("RECKON_PICTURES")
	if folder == "" {
		return
	}
	var png []byte
	b.Run(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600); err != nil {
		b.T.Fatal(err)
	}
}
