package loader

import (
	"context"
	"log/slog"
	"time"
)

// logSave tells of a level that was written.
func (o *options) logSave(ctx context.Context, nodes int, size int64, start time.Time) {
	if o.log != nil {
		o.log.LogAttrs(ctx, slog.LevelInfo, "level saved",
			slog.Int("nodes", nodes), slog.Int64("bytes", size), slog.Duration("took", time.Since(start)))
	}
}

// logReload tells of a level that was read again.
func (o *options) logReload(ctx context.Context, changes []Change, start time.Time) {
	if o.log == nil {
		return
	}
	var n [Removed + 1]int
	for i := range changes {
		n[changes[i].What]++
	}
	o.log.LogAttrs(ctx, slog.LevelInfo, "level reloaded", slog.Int("added", n[Added]),
		slog.Int("removed", n[Removed]), slog.Int("changed", n[Changed]), slog.Duration("took", time.Since(start)))
}
