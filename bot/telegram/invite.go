package telegram

// invite is a link that adds a bot to a group, as a member without any right: it
// needs none.
func invite(user string) string { return "https://t.me/" + user + "?startgroup=play" }
