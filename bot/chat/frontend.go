// Package chat is the contract between the bot and its front ends: what people do
// (Request), what they read (Reply), and the two sides (FrontEnd, Handler). It is all that
// a front end may see of the bot, and it imports nothing of ours. It knows no game, no
// rule and no network.
package chat

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// A FrontEnd is one network. It turns events into Requests and Replies into
// messages; it knows no game and no database.
type FrontEnd interface {
	// Network is the word in Place.Network, Person.Network and Keys; [a-z]+, it
	// never changes.
	Network() string
	// Run serves until ctx ends (then it stops taking events and returns nil), or the
	// input ends (nil), or the network refuses the bot for good (an error for the
	// operator, without secrets). It calls Take from many goroutines, but for one
	// community in the order of events, each once the one before is done or has left. It catches a panic under Take.
	Run(ctx context.Context, h Handler) error
	// Deliver tries once to send a message, and returns the message that can be edited
	// later: zero if there is none. The error may be a *RetryError, a *MovedError, a
	// *RefusedError or ErrElsewhere. Deliver works while Run does, and for
	// a while after it for the events that Run has taken. In one Lane it is called for
	// one delivery at a time.
	Deliver(ctx context.Context, d Delivery) (Message, error)
	// Lane returns the lane of a delivery. Deliveries of one lane keep their order; one
	// with an empty lane waits for no other.
	Lane(d Delivery) string
	// Pace returns how long the network's rate limit holds back a new delivery with that
	// many others before it in its lane.
	Pace(d Delivery, behind int) time.Duration
	// Idempotent reports whether the network recognizes a second delivery of one Key.
	Idempotent() bool
}

// A Noticer is a FrontEnd that can show that a request was read whose reply has to wait.
type Noticer interface {
	Notice(ctx context.Context, d Delivery)
}

// A Handler takes requests; *bot.Bot is the only one.
type Handler interface {
	// Take carries out a request and commits its effect before it returns; before a long
	// search it calls Leave. Deliver is
	// then called for the reply, also if it is silent or something broke. A Key that was
	// carried out before changes nothing; its reply is silent, in a Delivery that is
	// Repeated.
	Take(ctx context.Context, r Request)
	// NeedsRole reports whether Take must know the Person's Role for this request.
	NeedsRole(ctx context.Context, r Request) bool
	// Offers returns the messages that a person may send in their own name after typing
	// the Text of a request, which needs no Key, and of its Place only the network. It
	// changes nothing. The first one, or else the Lead, is the bot's answer to a Summoned.
	Offers(ctx context.Context, r Request) Offers
	// Menu returns the command table as people see it.
	Menu() []MenuCommand
	// Complete offers values for the argument Input.Arg of a command while a person
	// types it; Input.Args hold the text so far. It returns at most MaxChoices, each with
	// one label: in the person's language, under the key DefaultLanguage. It changes
	// nothing, and r has no Key.
	Complete(ctx context.Context, r Request) []MenuChoice
}

// An Outfit has the parts that every front end of a network gets. New ones fill in what is
// nil.
type Outfit struct {
	Holder    Holder                                    // lets one process at a time do what the network allows once; nil: this process is alone
	Processes func() int                                // how many share the network's limits, this one among them; it is called often; nil: 1
	Transport func(http.RoundTripper) http.RoundTripper // wraps the transport of the calls, to watch them; nil: does not
	Logger    *slog.Logger                              // nil logs nothing
	Broker    Broker                                    // nil: its replies are silent
	Page      string                                    // the address of the page, a whole URL; empty: there is none
	Profile   Profile                                   // for networks on which a bot has one; empty: it is left as it is
	Figures   []Figure                                  // for networks on which communities give roles by them, without values; at most five
}

// A Profile says what the bot is, by language. A host's own words stay: the network is told where it
// has none.
type Profile struct {
	About map[string]string // to somebody who has not written to it yet; at most 512 characters
	Short map[string]string // beside its name; at most 120 characters
}

// Complete returns an Outfit without nil fields.
func (o Outfit) Complete() Outfit {
	o.Holder = cmp.Or(o.Holder, Holder(&Alone{}))
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Broker = cmp.Or(o.Broker, Broker(silence{}))
	if o.Processes == nil {
		o.Processes = func() int { return 1 }
	}
	if o.Transport == nil {
		o.Transport = func(t http.RoundTripper) http.RoundTripper { return t }
	}
	return o
}

// Calls returns the transport of the calls to a network. With net/http's two idle connections
// most calls of a busy minute would dial anew. Over HTTP/2 all calls share a connection: it
// is asked whether it lives when nothing has come by it, since one that is dead without a
// sign would swallow them all for a quarter of an hour.
func (o Outfit) Calls(dial func(ctx context.Context, network, address string) (net.Conn, error)) http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = maxIdle, maxIdle
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: askAfter, PingTimeout: askFor}
	t.DialContext = dial
	return o.Transport(t)
}

const (
	maxIdle = 100
	// A connection is asked after askAfter, and has askFor to answer.
	askAfter = 10 * time.Second
	askFor   = 5 * time.Second
)

// A Broker makes the replies that a front end gives by itself, and draws the pictures of
// all replies.
type Broker interface {
	// Broken returns the reply after an internal error.
	Broken(locale string) Reply
	// Elsewhere returns the reply in place of a Secret one that cannot be shown here. It
	// sends people to the private chat with the bot.
	Elsewhere(locale string) Reply
	// Draw draws a Picture for a light or a dark screen, as a PNG of at most 100 KB. The
	// caller must not change it.
	Draw(p Picture, dark bool) ([]byte, error)
}

// silence is a Broker whose replies are silent.
type silence struct{}

func (silence) Broken(string) Reply                { return Reply{Silent: true} }
func (silence) Elsewhere(string) Reply             { return Reply{Silent: true} }
func (silence) Draw(Picture, bool) ([]byte, error) { return nil, errors.New("nothing is drawn") }

// A MenuCommand is a command as networks list it. The texts are by language, a BCP 47
// tag; DefaultLanguage always has one.
type MenuCommand struct {
	Name  string            // [a-z0-9_]{1,32}
	About map[string]string // at most 100 characters
	Args  []MenuArg         // required ones first
	Alone bool              // only the person sees its reply
	Page  bool              // it opens the page
}

// DefaultLanguage is the language in which every text exists.
const DefaultLanguage = "en"

// MaxChoices is the greatest number of choices of an argument.
const MaxChoices = 25

// A MenuArg is an argument of a MenuCommand. Its value is always a text.
type MenuArg struct {
	Name     string            // [a-z0-9_]{1,32}
	NameIn   map[string]string // other names, by language: letters and digits, at most 32
	About    map[string]string // at most 100 characters
	Required bool
	Choices  []MenuChoice // if not empty, the only values; at most MaxChoices
	Whole    *Range       // a whole number in it; nil: a text
	Person   bool         // a person: Input.Whom; the value is the network's own text for them
	Complete bool         // Handler.Complete offers values; there are no Choices then
}

// A Range is a range of whole numbers. Most 0: without end.
type Range struct{ Least, Most int }

// A MenuChoice is a value of an argument. Value and Label have at most 100 characters.
type MenuChoice struct {
	Value string
	Label map[string]string
}

// A Finding is the result of an inspection of one thing. Its texts are for the
// operator, in English, without secrets and names of people.
type Finding struct {
	What   string // "Telegram token"
	Found  string // its state
	Remedy string // what to do about it; empty if all is well
	Minor  bool   // with a Remedy: the bot works without
}

// Well reports whether nothing must be done.
func (f Finding) Well() bool { return f.Remedy == "" || f.Minor }

// Inspect returns what judge finds in a record that get fetches.
func Inspect[T any](what string, get func(into any) error, judge func(T, *Finding)) Finding {
	in := Finding{What: what}
	var record T
	if err := get(&record); err != nil {
		in.Found, in.Remedy = err.Error(), "try again"
		return in
	}
	judge(record, &in)
	return in
}

// An Inspector is a FrontEnd that can find out what would keep it from working. Inspect
// changes nothing, also if a bot with the same token runs, here or elsewhere. menu is
// the menu that a bot registers.
type Inspector interface {
	Inspect(ctx context.Context, menu []MenuCommand) []Finding
}

// A Webhook is a FrontEnd to which its network can post events, instead of a connection
// that the front end keeps.
type Webhook interface {
	FrontEnd
	// Path is where the network posts events, below the public URL: "/telegram". It never
	// changes.
	Path() string
	// Signed reports whether a post with these headers may be the network's. The body of
	// any other is not read.
	Signed(h http.Header) bool
	// Post takes a posted event, a body of at most MaxPost bytes, if the network has signed
	// it, and returns the answer: an HTTP status, and JSON or nil. After a status of 2xx the
	// network need not post the event again. Many goroutines may call Post. It may wait until
	// Run begins, and refuses everything (503) after Run's ctx has ended.
	Post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte)
}

// MaxPost is the greatest length of an event's body, in bytes: more than twice as long as
// networks make them.
const MaxPost = 256 << 10

// A Prover is a FrontEnd whose network opens the page for people.
type Prover interface {
	FrontEnd
	// Application is the ID that the page has to tell the network's client; empty: none, or
	// it is not known yet.
	Application() string
	// Prove returns who has opened the page, by what the network gave them to show: the
	// Place, the Person and the Locale of their requests and, as Data of the Input, the press
	// that they came for. The error is ErrProof, or that of the network.
	Prove(ctx context.Context, p Proof, now time.Time) (Request, error)
}

// A Roster is a Prover whose network says who is in a community, given by their keys. Where it
// does not want to say, everybody is.
type Roster interface {
	Prover
	Belongs(ctx context.Context, community, person string) (bool, error)
}

// A Sharer is a Prover whose network lets people send an Offer from the page: Prepare returns the
// ID by which its client knows the message.
type Sharer interface {
	Prover
	Prepare(ctx context.Context, person string, o Offer) (id string, err error)
}

// A Proof is what the network gave somebody to show.
type Proof struct {
	Proof    string // Telegram: the initData; Discord: an OAuth code
	Instance string // Discord: of the Activity
}

// ErrProof says that a proof is false, old, or somebody else's.
var ErrProof = errors.New("not a proof")
