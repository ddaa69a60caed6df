package chat_test

import (
	"errors"
	"testing"

	"reckon/bot/chat"
)

// Complete fills in what an Outfit lacks, and does not change what it has.
func TestOutfit(t *testing.T) {
	o := chat.Outfit{}.Complete()
	if o.Holder == nil || o.Transport == nil || o.Logger == nil || o.Broker == nil || o.Processes == nil || o.Processes() != 1 {
		t.Errorf("an Outfit made of nothing is %+v", o)
	}
	var broker struct{ chat.Broker }
	o.Holder, o.Broker, o.Processes = &chat.Alone{}, &broker, func() int { return 3 }
	if got := o.Complete(); got.Holder != o.Holder || got.Broker != o.Broker || got.Processes() != 3 {
		t.Errorf("%+v became %+v", o, got)
	}
}

// A message is sent without its picture if the network may have refused only the picture.
func TestRefusesPicture(t *testing.T) {
	for gone, want := range map[chat.Gone]bool{"": true, chat.GoneRight: true, chat.GoneCommunity: false, chat.GoneMessage: false} {
		if got := chat.RefusesPicture(&chat.RefusedError{Gone: gone, Err: errors.New("403")}); got != want {
			t.Errorf("what is gone is %q: %v, want %v", gone, got, want)
		}
	}
	if chat.RefusesPicture(errors.New("502")) {
		t.Error("a failure is taken as a refusal")
	}
}
