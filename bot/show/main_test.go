package show_test

import (
	"os"
	"testing"

	"reckon/bot/web/webtest"
	"reckon/storage/dbtest"
)

func TestMain(m *testing.M) {
	code := dbtest.Main(m)
	webtest.StopBrowser()
	os.Exit(code)
}
