// Package chat is the contract between the bot and its front ends: what people do
// (Request), what they read (Reply), and the two sides (FrontEnd, Handler). It is all that a front end may see of the bot, and it imports
// nothing of ours. It knows no game, no rule and no network.
package chat
