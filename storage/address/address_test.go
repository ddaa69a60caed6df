package address

import (
	"net/url"
	"strings"
	"testing"
)

// clearEnvironment hides the settings of this machine that the driver would read.
func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, name := range []string{"PGHOST", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGSERVICE"} {
		t.Setenv(name, "")
	}
}

func TestName(t *testing.T) {
	clearEnvironment(t)
	for database, want := range map[string]string{
		// Files.
		"reckon.db":                      "reckon.db",
		"my reckon.db":                   "my reckon.db",
		"/data/reckon.db":                "/data/reckon.db",
		"/data/ann@home/a:b@c.db":        "/data/ann@home/a:b@c.db",
		"hosts=3.db":                     "hosts=3.db",
		"postgres/reckon.db":             "postgres/reckon.db",
		`C:\Users\ann@home\reckon.db`:    `C:\Users\ann@home\reckon.db`,
		"C://reckon.db":                  "C://reckon.db",
		"./password=old.db":              "./password=old.db",
		"/var/lib/postgres:14/reckon.db": "/var/lib/postgres:14/reckon.db",
		// Servers, in each form of libpq.
		"postgres://reckon:secret@db.example.org/play":                             "postgres://db.example.org:5432/play",
		"postgresql://reckon:secret@db.example.org:5433/play?sslmode=require":      "postgres://db.example.org:5433/play",
		"postgres://db.example.org/play?user=ann@example.org&password=secret@1":    "postgres://db.example.org:5432/play",
		"postgres://reckon:secret@a:1,b:2/play":                                    "postgres://a:1,b:2/play",
		"postgres://reckon:secret@[::1]:1/play":                                    "postgres://[::1]:1/play",
		"postgres://reckon:secret@/play?host=/run/pg":                              "postgres:///play?host=%2Frun%2Fpg&port=5432",
		"postgres://reckon:secret@%2Frun%2Fpg/play":                                "postgres:///play?host=%2Frun%2Fpg&port=5432",
		"host=db.example.org dbname=play user=reckon password=secret":              "postgres://db.example.org:5432/play",
		"password = 'se cret' host = db.example.org port = 1 dbname = play":        "postgres://db.example.org:1/play",
		`user=reckon password='it\'s secret' host=db.example.org dbname='my play'`: "postgres://db.example.org:5432/my%20play",
		// Addresses as editors and env files leave them.
		`"postgres://reckon:secret@db.example.org/play"`:          "postgres://db.example.org:5432/play",
		"'host=db.example.org dbname=play password=secret'":       "postgres://db.example.org:5432/play",
		"Postgres://reckon:secret@db.example.org/play":            "postgres://db.example.org:5432/play",
		" POSTGRESQL://reckon:secret@db.example.org/play\n":       "postgres://db.example.org:5432/play",
		"\ufeffpostgres://reckon:secret@db.example.org:5432/play": "postgres://db.example.org:5432/play",
		// Wrong addresses, any part of which may be the password.
		"postgres:/reckon:secret@db.example.org/play":              nameless,
		"postgres:reckon:secret@db.example.org/play":               nameless,
		"psql postgres://reckon:secret@db.example.org/play":        nameless,
		"RECKON_DB=postgres://reckon:secret@db.example.org/play":   nameless,
		"mysql://reckon:secret@db.example.org/play":                nameless,
		"jdbc:postgresql://db.example.org/play?password=secret":    nameless,
		"reckon:secret@db.example.org/play":                        nameless,
		"//reckon:secret@db.example.org/play":                      nameless,
		"passwort=secret host=db.example.org":                      nameless,
		"host=db.example.org password=se cret dbname=play":         nameless,
		"host=db.example.org password='secret":                     nameless,
		"dbname=postgres://reckon:secret@db.example.org/play":      nameless,
		"dbname='host=h password=secret' host=db.example.org":      nameless,
		"postgres://reckon:secret@db.example.org:port/play":        nameless,
		"postgres://reckon:secret@db.example.org/play?host=a@b":    nameless,
		"postgres://reckon:secret@db.example.org/play?sslmode=off": nameless,
	} {
		if got := Name(database); got != want {
			t.Errorf("%q is called %q, want %q", database, got, want)
		}
		if Name(database) == database && strings.Contains(database, "secret") {
			t.Errorf("%q is shown", database)
		}
	}
}

// An address with a password that was not escaped is refused before any host is looked up, or it is read
// as it was meant. No part of the password is shown in either case.
func TestUnescapedPasswords(t *testing.T) {
	clearEnvironment(t)
	for _, password := range []string{
		"hush@quiet", "hush/quiet", "77/quiet", "hush@qui/et", "77/qui@et", "hush:quiet", "hush?quiet", "77?quiet=hush", "77/quiet?hush=1",
		"hush#quiet", "77#quiet", "hush%quiet", "hush%40quiet", "hush quiet", "@quiet", "/quiet", "hush@", "hush/", "hush@@//quiet", "hush&quiet=1", `hush\quiet`, `hush"quiet`, "hush'quiet",
	} {
		for _, database := range []string{
			"postgres://reckon:" + password + "@db.example.org/play",
			"postgresql://reckon:" + password + "@db.example.org:5432/play?sslmode=require",
			"Postgres://reckon:" + password + "@db.example.org/play",
			`"postgres://reckon:` + password + `@db.example.org/play"`,
			"host=db.example.org dbname=play password=" + password,
			"password=" + password + " host=db.example.org dbname=play",
			"reckon:" + password + "@db.example.org/play",
			"postgres://db.example.org/play?password=" + password,
		} {
			if !IsServer(database) {
				t.Errorf("%q is taken for a file", database)
			}
			connection, err := Connection(database)
			for _, part := range []string{"hush", "quiet", "77"} {
				if name := Name(database); strings.Contains(name, part) {
					t.Errorf("%q is called %q", database, name)
				}
				if err != nil && strings.Contains(err.Error(), part) {
					t.Errorf("%q: %v", database, err)
				}
			}
			if err == nil && Name(database) != "postgres://db.example.org:5432/play" {
				t.Errorf("%q connects to %s", connection, Name(database))
			}
		}
		escaped := "postgres://reckon:" + url.QueryEscape(strings.ReplaceAll(password, " ", "_")) + "@db.example.org/play"
		if _, err := Connection(escaped); err != nil || Password(escaped) != strings.ReplaceAll(password, " ", "_") {
			t.Errorf("%q: %v, password %q", escaped, err, Password(escaped))
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("hush@quiet")
	f.Add("77/hush")
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	f.Fuzz(func(t *testing.T, password string) {
		// The password ends with a text that is nowhere else in the address.
		const mark = "quiet7quiet"
		for _, database := range []string{
			"postgres://reckon:" + password + mark + "@db.example.org/play",
			"host=db.example.org password='" + quote.Replace(password) + mark + "' dbname=play",
		} {
			if name := Name(database); strings.Contains(name, mark) {
				t.Errorf("%q is called %q", database, name)
			}
		}
	})
}
