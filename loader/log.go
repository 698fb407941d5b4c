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
