package loader

import "github.com/levelc/levelc/format"

// Option changes how levels are read.
type Option func(*options)

type options struct {
	format format.Options
}

func newOptions(opts []Option) options {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

// MaxBytes bounds what a level may take in memory once it is decoded; the
// directory of a file that asks for more is refused before any of its data is
// read. The default is 1 GiB.
func MaxBytes(n int64) Option {
	return func(o *options) { o.format.MaxBytes = n }
}

// Check chooses how much of a file is checked. The default is everything; less
// is for files that come with the game and cannot have been touched.
func Check(m format.Mode) Option {
	return func(o *options) { o.format.Check = m }
}
