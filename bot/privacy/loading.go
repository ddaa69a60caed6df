package privacy

import (
	"context"
	"sync"
)

// loading has the people who are loading a file on the page, each with the Stays of their request. It is keyed by
// feature.Request.Who. The zero value is ready.
type loading struct{ people sync.Map }

// begin notes that a person loads a file until stays ends, which is the Stays of their request. It returns false if
// they are loading one already by another request. The same request may come again, after a conflict of transactions.
func (l *loading) begin(who string, stays context.Context) bool {
	if stays == nil {
		// Nobody can tell when the person has loaded the file, so nothing is noted.
		return true
	}
	other, isLoading := l.people.LoadOrStore(who, stays)
	if isLoading {
		return other == stays
	}
	context.AfterFunc(stays, func() { l.people.Delete(who) })
	return true
}
