package metrics

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"reckon/bot/heartbeat"
	"reckon/storage"
)

// scrapeFor is the longest a scrape waits for the database.
const scrapeFor = 5 * time.Second

// Database adds the metrics that each scrape reads from the database: deliveries that
// wait, the age of the heartbeat, and the size of the files.
func (m *Metrics) Database(store *storage.Store, log *slog.Logger) {
	m.registry.MustRegister(&database{store: store, log: log})
}

type database struct {
	store *storage.Store
	log   *slog.Logger
}

var (
	waiting  = prometheus.NewDesc("reckon_deliveries_waiting", "Messages and edits that are not delivered yet.", []string{"network", "class"}, nil)
	oldest   = prometheus.NewDesc("reckon_deliveries_oldest_seconds", "Age of the oldest of them.", []string{"network", "class"}, nil)
	lastBeat = prometheus.NewDesc("reckon_heartbeat_age_seconds", "Time since the slowest loop of the bot made progress.", nil, nil)
	size     = prometheus.NewDesc("reckon_database_bytes", "Size of the database with its log.", nil, nil)
)

// Describe implements prometheus.Collector.
func (*database) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{waiting, oldest, lastBeat, size} {
		to <- d
	}
}

// Collect implements prometheus.Collector. It leaves out and logs a metric that cannot be
// read.
func (d *database) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeFor)
	defer cancel()
	gauge := func(desc *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, v, labels...)
	}
	now := time.Now()
	var all []storage.Backlog
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		all, err = tx.Backlogs()
		return err
	})
	for _, b := range all {
		class := "prompt"
		if b.Bulk {
			class = "bulk"
		}
		gauge(waiting, float64(b.Count), b.Network, class)
		gauge(oldest, max(0, now.Sub(b.Oldest).Seconds()), b.Network, class)
	}
	at, _, beatErr := heartbeat.Last(ctx, d.store)
	switch {
	case beatErr == nil:
		gauge(lastBeat, max(0, now.Sub(at).Seconds()))
	case !errors.Is(beatErr, heartbeat.ErrNone):
		err = errors.Join(err, beatErr)
	}
	bytes, sizeErr := d.store.Size()
	if sizeErr == nil {
		gauge(size, float64(bytes))
	}
	if err := errors.Join(err, sizeErr); err != nil {
		d.log.Warn("metrics of the database", "error", err)
	}
}
