package loader

import (
	"context"
	"log/slog"
	"time"
)

// logSave logs that a level was written.
func (o *options) logSave(ctx context.Context, nodes int, size int64, start time.Time) {
	if o.log != nil {
		o.log.LogAttrs(ctx, slog.LevelInfo, "level saved",
			slog.Int("nodes", nodes), slog.Int64("bytes", size), slog.Duration("took", time.Since(start)))
	}
}

// fileAttr says which file it is about; it is nothing if that has no name.
func fileAttr(name string) slog.Attr {
	if name == "" {
		return slog.Attr{}
	}
	return slog.String("file", name)
}

// logReload logs that a level was reloaded from a file of this name.
func (o *options) logReload(ctx context.Context, name string, changes []Change, dropped int, start time.Time) {
	if o.log == nil {
		return
	}
	o.logDropped(dropped)
	var n [Removed + 1]int
	for i := range changes {
		n[changes[i].What]++
	}
	o.log.LogAttrs(ctx, slog.LevelInfo, "level reloaded", fileAttr(name), slog.Int("added", n[Added]),
		slog.Int("removed", n[Removed]), slog.Int("changed", n[Changed]), slog.Duration("took", time.Since(start)))
}

// logLoad logs that a level was loaded. There is no ctx, because a load in steps has
// none.
func (o *options) logLoad(ld *load, l *Level) {
	if o.log == nil {
		return
	}
	o.logDropped(ld.dropped)
	o.log.LogAttrs(context.Background(), slog.LevelInfo, "level loaded", fileAttr(ld.name), slog.Int("nodes", l.Nodes()),
		slog.Int64("bytes", ld.reader.Size()), slog.Duration("took", time.Since(ld.start)))
}

// logDropped logs how many references were to skipped nodes, of kinds for which Skip says so.
func (o *options) logDropped(n int) {
	if n > 0 {
		o.warn("references to skipped nodes are nil", slog.Int("count", n))
	}
}

// logUnload logs that a level was unloaded.
func (o *options) logUnload(nodes int) {
	if o.log != nil {
		o.log.LogAttrs(context.Background(), slog.LevelInfo, "level unloaded", slog.Int("nodes", nodes))
	}
}

// warn logs a difference for which a policy is Warn.
func (o *options) warn(msg string, attrs ...slog.Attr) {
	if o.log != nil {
		o.log.LogAttrs(context.Background(), slog.LevelWarn, msg, attrs...)
	}
}

// logChunk logs what happened to the chunks of a label.
func (o *options) logChunk(ctx context.Context, what string, f *File, r *region, dropped int) {
	if o.log == nil {
		return
	}
	o.logDropped(dropped)
	o.log.LogAttrs(ctx, slog.LevelInfo, what, fileAttr(f.name), slog.String("label", r.Label), slog.Int("nodes", r.Nodes), slog.Int64("bytes", r.Bytes))
}
