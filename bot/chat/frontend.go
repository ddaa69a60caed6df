// Package chat is the contract between the bot and its front ends: what people do
// (Request), what they read (Reply), and the two sides (FrontEnd, Handler). It is all that
// a front end may see of the bot. It imports no other package of ours, and knows no game, no
// rule and no network.
package chat

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"
)

// A FrontEnd is one network. It turns events into Requests and Replies into
// messages; it knows no game and no database.
type FrontEnd interface {
	// Network is the name of the network in Place.Network, Person.Network and Keys: [a-z]+. It
	// never changes.
	Network() string
	// Run serves until ctx or the input ends. Then it stops taking events and returns nil. If
	// the network refuses the bot for good, it returns an error for the operator, without secrets.
	//
	// Run calls Take from many goroutines. It takes the events of one community in their order: it
	// begins an event only after Take has returned for the previous one, or has called the Leave of the
	// previous one. It catches a panic under Take.
	Run(ctx context.Context, h Handler) error
	// Deliver tries once to send a message. It returns the message that can be edited later, or
	// zero if there is none. The error may be a *RetryError, a *MovedError, a *RefusedError or
	// ErrElsewhere. Deliver works while Run does, and for a while afterwards for the events that Run
	// has taken. It is called for one delivery of a Lane at a time.
	Deliver(ctx context.Context, d Delivery) (Message, error)
	// Lane returns the key of a delivery's lane. Deliveries of one lane keep their order. If the key is
	// empty, the delivery waits for no other.
	Lane(d Delivery) string
	// Pace returns how long the network's rate limit holds back a new delivery. ahead is how many
	// other deliveries of its lane go before it.
	Pace(d Delivery, ahead int) time.Duration
	// Idempotent reports whether the network recognizes a second delivery of one Key.
	Idempotent() bool
}

// A Noticer is a FrontEnd that can show people that their request was read, if the reply has to
// wait.
type Noticer interface {
	Notice(ctx context.Context, d Delivery)
}

// A Handler takes requests; *bot.Bot implements it.
type Handler interface {
	// Take carries out a request and commits its effect before it returns. Before a long search it
	// calls the request's Leave. After the commit the bot calls Deliver for the reply, even if the reply
	// is silent or something broke. If a request with the same Key was carried out before, Take changes
	// nothing; the reply is silent, and its Delivery is Repeated.
	Take(ctx context.Context, r Request)
	// NeedsRole reports whether Take must know the Person's Role for this request.
	NeedsRole(ctx context.Context, r Request) bool
	// Offers returns the messages that a person may send in their own name after typing
	// the Text of a request. The request needs no Key, and its Place only the Network.
	// Offers changes nothing. If the Kind of the request is Summoned, the bot's answer is the first
	// offer or, if there is none, the Lead.
	Offers(ctx context.Context, r Request) Offers
	// Offered is called when an offer with a Token was sent as the answer to a Summoned. message is the network's ID
	// of the message, with which it can be edited.
	Offered(ctx context.Context, r Request, token, message string)
	// Menu returns the command table as people see it.
	Menu() []MenuCommand
	// Complete offers values for the argument Input.Arg of a command while a person types that
	// argument. Input.Args has the text so far. Complete returns at most MaxChoices. Each has one
	// label, in the person's language, under the key DefaultLanguage. Complete changes nothing, and
	// r has no Key.
	Complete(ctx context.Context, r Request) []MenuChoice
}

// An Outfit is what every front end of a network is given.
type Outfit struct {
	// Holder lets one process at a time do what the network allows only one to do; nil: there is no
	// other process.
	Holder Holder
	// Processes returns how many processes share the network's limits, including this one. It is
	// called often; nil: 1.
	Processes func() int
	// Transport wraps the transport of the calls, to watch them; nil: it is left as it is.
	Transport func(http.RoundTripper) http.RoundTripper
	// Logger may be nil, which logs nothing.
	Logger *slog.Logger
	// Broker may be nil, which keeps its replies silent.
	Broker Broker
	// Page is the whole URL of the page; empty: there is no page.
	Page string
	// Profile is for networks on which a bot has a profile; empty: that profile is left as it is.
	Profile Profile
	// Figures are for networks on which communities give roles by people's figures. There are at most
	// five, without values.
	Figures []Figure
}

// A Profile says what the bot is, by language. A front end sets a text only where the network has
// none, so that a host's own words stay.
type Profile struct {
	// About is for somebody who has not written to the bot yet; at most 512 characters.
	About map[string]string
	// Short is shown with the bot's name; at most 120 characters.
	Short map[string]string
}

// Complete returns the Outfit with something in each field that is an interface, a pointer or a function.
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

// Calls returns the transport of the calls to a network. It keeps many idle connections. By default
// net/http keeps two, so most calls of a busy minute would dial again. Over HTTP/2 all calls share one
// connection. The transport pings it when it has been quiet, because a connection that died without a
// sign would swallow all calls for a quarter of an hour.
func (o Outfit) Calls(dial func(ctx context.Context, network, address string) (net.Conn, error)) http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns = maxIdle
	t.MaxIdleConnsPerHost = maxIdle
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingFor}
	t.DialContext = dial
	return o.Transport(t)
}

const (
	maxIdle = 100
	// A connection that was quiet for pingAfter is pinged, and must answer within pingFor.
	pingAfter = 10 * time.Second
	pingFor   = 5 * time.Second
)

// A Broker makes the replies that a front end gives by itself, and draws the pictures of
// all replies.
type Broker interface {
	// Broken returns the reply after an internal error.
	Broken(locale string) Reply
	// Elsewhere returns the reply that is shown instead of a Secret one that cannot be shown at a
	// place. It sends people to their private chat with the bot.
	Elsewhere(locale string) Reply
	// Searching returns a reply that may be shown while a long search goes on. It says how long that may take.
	Searching(locale string) Reply
	// Draw draws a Picture for a light or a dark screen, as a PNG of at most 100 KB. The
	// caller must not change it.
	Draw(p Picture, dark bool) ([]byte, error)
}

// silence is a Broker whose replies are silent.
type silence struct{}

func (silence) Broken(string) Reply                { return Reply{Silent: true} }
func (silence) Elsewhere(string) Reply             { return Reply{Silent: true} }
func (silence) Searching(string) Reply             { return Reply{Silent: true} }
func (silence) Draw(Picture, bool) ([]byte, error) { return nil, errors.New("nothing is drawn") }

// A MenuCommand is a command as people see it. The texts are by language, a BCP 47
// tag; DefaultLanguage always has one.
type MenuCommand struct {
	// Name is of the form [a-z0-9_]{1,32}.
	Name string
	// About has at most 100 characters.
	About map[string]string
	// Args are the arguments, required ones first.
	Args []MenuArg
	// Alone means that only the person sees the command's reply.
	Alone bool
	// Secret means that nobody else may see the reply. Where others read along, it leads elsewhere.
	Secret bool
	// Page means that the command opens the page.
	Page bool
	// Typed means that people type the command, and menus do not list it.
	Typed bool
	// Plain means that people can write a plain text instead. Networks on which they do so do not list the command.
	Plain bool
}

// ListedCommands returns the commands that menus list. The command that opens the page is not among them, because
// each network has a place of its own for that.
func ListedCommands(menu []MenuCommand) []MenuCommand {
	return slices.DeleteFunc(slices.Clone(menu), func(c MenuCommand) bool { return c.Typed || c.Page })
}

// DefaultLanguage is the language in which every text exists.
const DefaultLanguage = "en"

// MaxChoices is the greatest number of choices of an argument.
const MaxChoices = 25

// A MenuArg is an argument of a MenuCommand. Requests have its value as a text, even if it is a number.
type MenuArg struct {
	// Name is of the form [a-z0-9_]{1,32}.
	Name string
	// NameIn are names in other languages: letters and digits, at most 32.
	NameIn map[string]string
	// About has at most 100 characters.
	About    map[string]string
	Required bool
	// Choices, if not empty, are the only values; at most MaxChoices.
	Choices []MenuChoice
	// Whole means that the value is a whole number of this range; nil: it may be any text.
	Whole *Range
	// Person means that the value names a person, in the network's own way: see Input.Whom.
	Person bool
	// Complete means that Handler.Complete offers values. Choices is empty then.
	Complete bool
}

// A Range is a range of whole numbers. If Most is 0, it has no end.
type Range struct{ Least, Most int }

// A MenuChoice is a value of an argument. Value and Label have at most 100 characters.
type MenuChoice struct {
	Value string
	Label map[string]string
}

// A Finding is the result of an inspection of one thing. Its texts are for the
// operator, in English, without secrets and names of people.
type Finding struct {
	// What is the thing that was inspected: "Telegram token".
	What string
	// Found is its state.
	Found string
	// Remedy is what to do about it; empty if all is well.
	Remedy string
	// Minor means that the bot works without the Remedy.
	Minor bool
	// Deaf means that no command reaches the bot as long as this is so. A bot that starts corrects this. So a
	// Finding that is Deaf counts as Minor only while no bot runs.
	Deaf bool
}

// Well reports whether nothing must be done.
func (f Finding) Well() bool { return f.Remedy == "" || f.Minor }

// Inspect fetches a record by get, and returns what judge finds in it.
func Inspect[T any](what string, get func(into any) error, judge func(T, *Finding)) Finding {
	in := Finding{What: what}
	var record T
	if err := get(&record); err != nil {
		in.Found = err.Error()
		in.Remedy = "try again"
		return in
	}
	judge(record, &in)
	return in
}

// An Inspector is a FrontEnd that can find out what would keep it from working. Inspect
// changes nothing, even if a bot with the same token runs here or elsewhere. menu is
// the menu that a bot registers.
type Inspector interface {
	Inspect(ctx context.Context, menu []MenuCommand) []Finding
}

// A Webhook is a FrontEnd to which its network can post events, instead of a connection
// that the front end keeps.
type Webhook interface {
	FrontEnd
	// Path is the path below the public URL to which the network posts events: "/telegram". It
	// never changes.
	Path() string
	// Signed reports whether a post with these headers may come from the network. The bodies of
	// other posts are not read.
	Signed(h http.Header) bool
	// Post takes a posted event if the network has signed it. Its body has at most MaxPost
	// bytes. Post returns the answer: an HTTP status, and JSON or nil. After a status of 2xx the
	// network need not post the event again. Many goroutines may call Post. It may wait until
	// Run begins. After Run's ctx has ended it refuses everything (503).
	Post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte)
}

// MaxPost is the greatest length of an event's body, in bytes. Networks send less than half of it.
const MaxPost = 256 << 10

// A Prover is a FrontEnd whose network opens the page for people.
type Prover interface {
	FrontEnd
	// Application is how the page names the bot to the network's client: an ID, or the address that opens the
	// page there. It is empty while it is unknown, and if the client needs none.
	Application() string
	// Prove checks the network's proof, and returns who has opened the page. The Request has the
	// Place, the Person and the Locale of their requests. The Data of its Input is that of the
	// Press that they came for. The error is ErrProof, or one of the network's.
	Prove(ctx context.Context, p Proof, now time.Time) (Request, error)
}

// A Roster is a Prover whose network says who is in a community.
type Roster interface {
	Prover
	// Belongs reports whether a person is in a community, both given by their keys. It is true
	// if the network does not want to say.
	Belongs(ctx context.Context, community, person string) (bool, error)
}

// A Sharer is a Prover whose network lets people send an Offer from the page.
type Sharer interface {
	Prover
	// Prepare returns the ID under which the network's client knows the message.
	Prepare(ctx context.Context, person string, o Offer) (id string, err error)
}

// A Proof is what a network gives people so that they can prove who they are.
type Proof struct {
	// Proof is Telegram's initData, or an OAuth code of Discord's.
	Proof string
	// Instance is the instance of Discord's Activity.
	Instance string
}

// ErrSealed says that a stored secret cannot be read, because it was encrypted with another key.
var ErrSealed = errors.New("sealed with another key")

// ErrProof says that a proof is false or too old, or is that of another person.
var ErrProof = errors.New("not a proof")
