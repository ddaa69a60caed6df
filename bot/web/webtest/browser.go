package webtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"reckon/storage/dbtest"
)

// chromium is where the browser may be found. The shell comes first: it is chromium without windows, and
// with it the tests of the page take a third of the processor's time.
var chromium = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// browser is the one browser of all tests.
var browser struct {
	once  sync.Once
	ctx   context.Context
	stop  func()
	fault error
}

// Main runs the tests of a package that uses databases and the browser, and returns the status to exit with. It ends
// the browser, if a test has started it.
func Main(m *testing.M) int {
	code := dbtest.Main(m)
	if browser.stop != nil {
		browser.stop()
	}
	return code
}

// startBrowser starts the one browser of all tests.
func startBrowser() {
	at := slices.IndexFunc(chromium, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
	if at < 0 {
		browser.fault = fmt.Errorf("none of %v is installed", chromium)
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium[at]), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocator)
	browser.ctx = ctx
	browser.stop = func() {
		end()
		stop()
	}
	browser.fault = chromedp.Run(ctx)
}

// A Tab is a tab of a browser without a history. Its methods take JavaScript and not elements, since the page
// may replace an element at any time.
type Tab struct {
	T   *testing.T
	Ctx context.Context

	mu sync.Mutex
	// wrong has what the page has thrown.
	wrong []string
}

// OnlyBrowser skips a test if no browser is wanted. NewTab calls it, and a test that prepares much before that calls
// it first.
func OnlyBrowser(t *testing.T) {
	t.Helper()
	// The page knows no database, so its tests need not run on each database.
	dbtest.OnlyFile(t)
	if os.Getenv("RECKON_TEST_BROWSER") != "must" {
		t.Skip("RECKON_TEST_BROWSER=must tests the page in a browser")
	}
}

// NewTab opens a tab of a size, in which the language and the colour scheme are set. If the page throws
// anything, the test fails.
func NewTab(t *testing.T, width, height int64, locale, scheme string) *Tab {
	t.Helper()
	OnlyBrowser(t)
	browser.once.Do(startBrowser)
	if browser.fault != nil {
		t.Fatalf("no browser, so the page is not tested (apt-get install chromium-headless-shell): %v", browser.fault)
	}
	// The tab gets a window of its own, since chromium opens no tab of a new profile in another one's window.
	whole := cdp.WithExecutor(browser.ctx, chromedp.FromContext(browser.ctx).Browser)
	profile, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(whole)
	if err != nil {
		t.Fatal(err)
	}
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(whole)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := chromedp.NewContext(browser.ctx, chromedp.WithTargetID(id))
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	b := &Tab{T: t, Ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		if thrown, ok := event.(*runtime.EventExceptionThrown); ok {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.wrong = append(b.wrong, thrown.ExceptionDetails.Text+" "+thrown.ExceptionDetails.Exception.Description)
		}
	})
	t.Cleanup(func() {
		cancel()
		end()
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.wrong) > 0 {
			t.Errorf("the page throws: %v", b.wrong)
		}
	})
	b.Run(
		emulation.SetDeviceMetricsOverride(width, height, 1, false),
		emulation.SetUserAgentOverride("test").WithAcceptLanguage(locale),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		}))
	return b
}

// Run runs actions.
func (b *Tab) Run(actions ...chromedp.Action) {
	b.T.Helper()
	if err := chromedp.Run(b.Ctx, actions...); err != nil {
		b.T.Fatal(err)
	}
}

// Open opens an address, and waits until the expression awaited is true there.
func (b *Tab) Open(address, awaited string) {
	b.T.Helper()
	b.Run(chromedp.Navigate(address))
	b.Until(awaited)
}

// Before runs a script in each document that the tab opens, before the scripts of the document.
func (b *Tab) Before(script string) {
	b.T.Helper()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

// Eval returns the value of an expression. It may use the names that the page gives to tests: state, act and others.
func Eval[T any](b *Tab, expression string) (value T) {
	b.T.Helper()
	inPage := "with (globalThis.reckon || {}) {" + expression + "\n}"
	b.Run(chromedp.Evaluate(inPage, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	return value
}

// isOfLastPage reports whether an error says that the page was left while an expression was evaluated in it.
func isOfLastPage(err error) bool {
	return err != nil && strings.Contains(err.Error(), "Cannot find context with specified id")
}

// Until waits until an expression is true, in which the names that the page gives to tests may be used.
func (b *Tab) Until(expression string) {
	b.T.Helper()
	inPage := "() => { with (globalThis.reckon || {}) { return (" + expression + ") } }"
	// Chromedp polls at each frame by default, but frames may not be painted here. So it polls by time.
	interval := chromedp.WithPollingInterval(5 * time.Millisecond)
	poll := chromedp.PollFunction(inPage, nil, interval, chromedp.WithPollingTimeout(time.Minute))
	err := chromedp.Run(b.Ctx, poll)
	for end := time.Now().Add(time.Minute); isOfLastPage(err) && time.Now().Before(end); {
		err = chromedp.Run(b.Ctx, poll)
	}
	if err != nil {
		b.T.Fatalf("never %s: %v\n%s", expression, err, Eval[string](b, "document.body.innerText"))
	}
}
