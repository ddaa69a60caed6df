package show_test

import (
	"os"
	"testing"

	"reckon/bot/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(webtest.Main(m)) }
