package chat

// Offers are what a person may send in their own name, for what they have typed
// behind the bot's name in some chat; the bot need not be there.
type Offers struct {
	// Lead is shown above them, nil if there is nothing to say; pressed, it leads to
	// the person's own conversation with the bot.
	Lead *Button
	List []Offer // at most 50
}

// An Offer is a message that a person may send in their own name.
type Offer struct {
	Title string // what is chosen, a line
	About string // a line more, or empty
	Reply Reply  // the message; of its Buttons only Personal ones work everywhere
	// Data, printable ASCII of at most 1500 bytes, comes back as that of a Sent where
	// the bot reads the message.
	Data string
}
