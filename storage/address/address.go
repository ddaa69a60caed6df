// Package address tells which database a setting names: a SQLite file, or a database on a
// PostgreSQL server. The address of a server may hold a password. What Name returns can be printed:
// it never holds one.
package address

import (
	"errors"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// nameless is what Name returns for an address that cannot be read, because any part of it
// may be the password.
const nameless = "postgres://…"

var (
	errNoAddress = errors.New("want postgres://user:password@host:5432/name?sslmode=require, " +
		"or host=… port=… dbname=… user=… password=…, or the path of a file")
	errUnescaped = errors.New("the address has an @ where none may be: in a password write @ as %40, / as %2F, : as %3A, % as %25")
)

// keyword matches the words of the form host=… password=….
const keyword = `(host|hostaddr|port|dbname|database|user|password|passwd|passfile|service|servicefile|options|application_name|` +
	`connect_timeout|target_session_attrs|channel_binding|require_auth|ssl[a-z_]+|krbsrvname|gssencmode)`

// serverForms match texts that are addresses of servers, or were meant to be one. A text that
// matches none of them is the path of a file, and may be printed.
var serverForms = []*regexp.Regexp{
	// postgres://…, also in quotes, behind other words, or without its slashes.
	regexp.MustCompile(`(?i)(^|[^\w./\\-])(postgres|postgresql):`),
	// Any other URL. A Windows path such as C://reckon.db has only one letter before the colon.
	regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]+://`),
	// The form user:password@host, without a scheme.
	regexp.MustCompile(`^(//)?[^/\\:@\s]{2,}:.*@`),
	// host=… password=…: a single known keyword, anywhere in the text, is enough.
	regexp.MustCompile(`(?i)(^|[\s'"])` + keyword + `\s*=`),
}

// keywordFirst matches an address of the form host=… password=….
var keywordFirst = regexp.MustCompile(`^` + keyword + `\s*=`)

// IsServer reports whether a database is on a PostgreSQL server, and not a file. It is also true for
// a mistyped address, so that no file is created whose name holds a password.
func IsServer(database string) bool {
	return slices.ContainsFunc(serverForms, func(form *regexp.Regexp) bool { return form.MatchString(database) })
}

// Name returns a name of a database that may be printed: the path of a file, or the host, the port and
// the name of a database on a server.
func Name(database string) string {
	if !IsServer(database) {
		return database
	}
	config, err := parse(database)
	if err != nil {
		return nameless
	}
	name := url.URL{Scheme: "postgres", Path: "/" + config.Database}
	if strings.HasPrefix(config.Host, "/") {
		name.RawQuery = url.Values{"host": {config.Host}, "port": {portOf(config.Port)}}.Encode()
		return name.String()
	}
	hosts := []string{net.JoinHostPort(config.Host, portOf(config.Port))}
	for _, other := range config.Fallbacks {
		hosts = append(hosts, net.JoinHostPort(other.Host, portOf(other.Port)))
	}
	// A host is listed twice if it may be reached with and without TLS.
	name.Host = strings.Join(slices.Compact(hosts), ",")
	return name.String()
}

func portOf(port uint16) string { return strconv.Itoa(int(port)) }

// Connection returns the address of a server in the form that the driver reads: without
// quotes around it, and with its scheme in small letters. The error does not quote the
// address.
func Connection(database string) (string, error) {
	if _, err := parse(database); err != nil {
		return "", err
	}
	return normal(database), nil
}

// Password returns the password in the address of a server, or in the environment or the
// password file that the driver reads; it is empty if there is none.
func Password(database string) string {
	if !IsServer(database) {
		return ""
	}
	config, err := pgconn.ParseConfig(normal(database))
	if err != nil {
		return ""
	}
	return config.Password
}

// parse reads the address of a server as the driver does, but refuses one whose password is
// not escaped: the driver would look up a part of the password as the name of a host.
func parse(database string) (*pgconn.Config, error) {
	text := normal(database)
	if isURL(text) {
		if hasStrayAt(text) {
			return nil, errUnescaped
		}
	} else if !keywordFirst.MatchString(text) {
		return nil, errNoAddress
	}
	config, err := pgconn.ParseConfig(text)
	if err != nil {
		// The error of the driver quotes the address.
		return nil, errNoAddress
	}
	// Name prints the host and the name of the database. If one of them is itself an address, that may hold a
	// password.
	if IsServer(config.Database) || IsServer(config.Host) {
		return nil, errNoAddress
	}
	return config, nil
}

// schemes are the schemes of PostgreSQL's URLs.
var schemes = []string{"postgres://", "postgresql://"}

func isURL(text string) bool {
	return slices.ContainsFunc(schemes, func(scheme string) bool { return strings.HasPrefix(text, scheme) })
}

// normal removes what an editor, a shell or an env file may leave around an address, and writes its scheme
// in small letters.
func normal(database string) string {
	text := strings.Trim(database, "\ufeff \t\r\n")
	for _, quote := range []string{`"`, `'`, "`"} {
		inner, opens := strings.CutPrefix(text, quote)
		inner, closes := strings.CutSuffix(inner, quote)
		if opens && closes {
			text = strings.TrimSpace(inner)
		}
	}
	for _, scheme := range schemes {
		if len(text) >= len(scheme) && strings.EqualFold(text[:len(scheme)], scheme) {
			return scheme + text[len(scheme):]
		}
	}
	return text
}

// hasStrayAt reports whether a URL has an @ besides the one that ends the password. The driver ends
// the password at the first @ before a slash. So a further @ shows that the password was not escaped.
// Only the parameters user and password may hold an @.
func hasStrayAt(text string) bool {
	_, rest, _ := strings.Cut(text, "://")
	i := strings.IndexAny(rest, "@/")
	hasUser := i >= 0 && rest[i] == '@'
	if hasUser {
		rest = rest[i+1:]
	}
	place, query, _ := strings.Cut(rest, "?")
	if strings.Contains(place, "@") {
		return true
	}
	for parameter := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(parameter, "=")
		if strings.Contains(key, "@") {
			return true
		}
		mayHoldAt := key == "user" || key == "password"
		if !mayHoldAt && strings.Contains(value, "@") {
			return true
		}
	}
	return false
}
