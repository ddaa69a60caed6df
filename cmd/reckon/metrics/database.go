package metrics

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"reckon/bot/heartbeat"
	"reckon/storage"
)

// scrapeFor is how long a scrape waits for the database at most.
const scrapeFor = 5 * time.Second

// Database adds the metrics that each scrape reads from the database: deliveries that
// wait, the age of the heartbeat, and the size of the files.
func (m *Metrics) Database(store *storage.Store, log *slog.Logger) {
	m.registry.MustRegister(&database{store: store, log: log, served: m.served})
}

type database struct {
	store *storage.Store
	log   *slog.Logger
	// served returns the networks that are served.
	served func() []string
}

var (
	waiting = description("reckon_deliveries_waiting",
		"Messages and edits that are not delivered yet.", "network", "class")
	oldest = description("reckon_deliveries_oldest_seconds",
		"Age of the oldest of them.", "network", "class")
	lastBeat = description("reckon_heartbeat_age_seconds",
		"Time since the slowest loop of the bot made progress.")
	size = description("reckon_database_bytes",
		"Size of the database with its log.")
)

func description(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// Describe implements prometheus.Collector.
func (*database) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{waiting, oldest, lastBeat, size} {
		to <- d
	}
}

// Collect implements prometheus.Collector. If a metric cannot be read, it logs why and leaves it out.
func (d *database) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeFor)
	defer cancel()
	now := time.Now()
	err := errors.Join(d.collectDeliveries(ctx, to, now), d.collectHeartbeat(ctx, to, now), d.collectSize(to))
	if err != nil {
		d.log.Warn("metrics of the database", "error", err)
	}
}

// collectDeliveries collects how many deliveries wait, and how long the oldest has waited. For a network that is
// served and has none it collects zeros.
func (d *database) collectDeliveries(ctx context.Context, to chan<- prometheus.Metric, now time.Time) error {
	var all []storage.Backlog
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		all, err = tx.Backlogs()
		return err
	})
	if err != nil {
		return err
	}
	for _, network := range d.served() {
		for _, isBulk := range []bool{false, true} {
			isSame := func(b storage.Backlog) bool { return b.Network == network && b.Bulk == isBulk }
			if !slices.ContainsFunc(all, isSame) {
				all = append(all, storage.Backlog{Network: network, Bulk: isBulk, Oldest: now})
			}
		}
	}
	for _, b := range all {
		class := "prompt"
		if b.Bulk {
			class = "bulk"
		}
		to <- gauge(waiting, float64(b.Count), b.Network, class)
		to <- gauge(oldest, max(0, now.Sub(b.Oldest).Seconds()), b.Network, class)
	}
	return nil
}

// collectHeartbeat collects the age of the heartbeat. Before the first heartbeat, and after the bot has ended, it
// collects nothing.
func (d *database) collectHeartbeat(ctx context.Context, to chan<- prometheus.Metric, now time.Time) error {
	at, _, err := heartbeat.Last(ctx, d.store)
	hasNone := errors.Is(err, heartbeat.ErrNone) || errors.As(err, new(heartbeat.EndedError))
	if hasNone {
		return nil
	}
	if err != nil {
		return err
	}
	to <- gauge(lastBeat, max(0, now.Sub(at).Seconds()))
	return nil
}

func (d *database) collectSize(to chan<- prometheus.Metric) error {
	bytes, err := d.store.Size()
	if err != nil {
		return err
	}
	to <- gauge(size, float64(bytes))
	return nil
}

func gauge(of *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(of, prometheus.GaugeValue, value, labels...)
}
