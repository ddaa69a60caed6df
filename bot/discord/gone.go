package discord

import "reckon/bot/chat"

// gone tells by the code of Discord's error what is gone. A refusal without one,
// such as the page of a proxy, says nothing about the place.
//
// That the bot was removed from a server is not told apart from a channel it may
// not see: both are Missing Access.
var gone = map[int]chat.Gone{
	10008:  chat.GoneMessage,   // Unknown Message
	50005:  chat.GoneMessage,   // Cannot edit a message authored by another user
	10003:  chat.GoneThread,    // Unknown Channel
	50083:  chat.GoneThread,    // Thread is archived
	160005: chat.GoneThread,    // Thread is locked
	50001:  chat.GoneRight,     // Missing Access
	50013:  chat.GoneRight,     // Missing Permissions
	10004:  chat.GoneCommunity, // Unknown Guild
	50007:  chat.GoneCommunity, // Cannot send messages to this user
	50278:  chat.GoneCommunity, // the same, for want of a server in common
}
