package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// checkFlags refuses flags that contradict each other or have invalid values.
func (b *builder) checkFlags() error {
	switch {
	case b.types != "" && b.schema != "":
		return usageError{errors.New("name either -types or --schema, not both")}
	case b.maxErrors < 0:
		return usageError{errors.New("--max-errors takes a number from 0 on")}
	case b.depfile == "-" && diag.Format(b.form) != diag.Text:
		return usageError{fmt.Errorf("--depfile - and --format %s would both go to standard output; name a file for one of them", &b.form)}
	case b.hasJobs && b.jobs < 1:
		return usageError{errors.New("-j takes a number from 1 on")}
	case b.best && b.codec.Codec == format.CodecNone:
		return usageError{errors.New("--best goes with --compress lz4 or zstd; alone it does nothing")}
	case !b.each && (b.cacheFile != "" || b.noCache || b.explain):
		return usageError{errors.New("--cache, --no-cache and --explain go with --outdir; one level is always built")}
	}
	if b.project != "" {
		b.project = filepath.Clean(b.project) // messages and levels name it in one way
		// It is read with the first map of Tiled, of which there may be none.
		if _, err := os.Stat(b.project); err != nil {
			return cannotRead(b.project, err)
		}
	}
	return nil
}

// sourceOptions returns the options for reading sources.
func (b *builder) sourceOptions() source.Options {
	return source.Options{LenientXML: b.lenient, KindMember: b.kindMember}
}
