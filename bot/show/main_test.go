package show

import (
	"os"
	"testing"

	"reckon/storage/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }
