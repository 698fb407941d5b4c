package loader

import (
	"context"
	"errors"

	"github.com/levelc/levelc/format/output"
)

// saveFile writes level l, or the world if l is nil, to a file. Whatever happens, the
// file is whole: the old one or the new one.
func (b *Binding) saveFile(ctx context.Context, l *Level, path string, o SaveOptions) (err error) {
	out, err := output.Create(path)
	if err != nil {
		return wrap("save", err)
	}
	defer func() {
		if e := out.Close(); e != nil {
			err = errors.Join(err, wrap("save", e))
		}
	}()
	if o.Writer.Spool == nil {
		o.Writer.Spool = out.Spool
	}
	if _, err = b.save(ctx, l, out, o); err != nil {
		return err
	}
	return wrap("save", out.Commit())
}
