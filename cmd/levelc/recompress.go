package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/format/output"
)

// recompressor is one call of levelc recompress.
type recompressor struct {
	streams
	out      string
	codec    codecFlag
	align    alignFlag
	best     bool
	maxBytes int64
}

func newRecompress(s streams) *cobra.Command {
	c := &recompressor{streams: s}
	cmd := &cobra.Command{
		Use:   "recompress --compress CODEC FILE.lvl...",
		Short: "change how levels are compressed or aligned",
		Long: "recompress writes levels again with another compression or alignment. It\n" +
			"replaces each file, or writes one level to the file that -o names.\n\n" +
			"The rows stay the same, byte for byte, even in tables that this levelc does not\n" +
			"know. recompress reads the new file back and compares it with the old one\n" +
			"before it replaces anything. If a level fails, its file stays as it was.\n\n" +
			"recompress reads a level block by block, so it needs no more memory for a large\n" +
			"level. A level of - is standard input.",
		Example: "  levelc recompress --compress zstd --best levels/*.lvl\n" +
			"  levelc recompress --compress none --align 16K level.lvl -o mapped.lvl",
		Args: arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("compress") && !cmd.Flags().Changed("align") {
				return fault.Usage(errors.New("say what to change: --compress none, lz4 or zstd, or --align"))
			}
			if err := c.codec.takesBest(c.best); err != nil {
				return err
			}
			return eachLevel(s, args, c.out, func(name, out string) error { return c.run(cmd.Context(), name, out) })
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(c.codec.choice(), "compress", "none, lz4 or zstd; by default that of the level")
	f.Lookup("compress").DefValue = "" // --help could not name it
	f.BoolVar(&c.best, "best", false, "spend more time for a smaller file")
	f.Var(&c.align, "align", "start blocks at multiples of `bytes`, a power of two from 64 to 64K")
	f.StringVarP(&c.out, "output", "o", "", "the `file` to write; by default the level itself")
	maxBytes(cmd, &c.maxBytes)
	return cmd
}

// rereadable is a file that can be read from its beginning more than once.
type rereadable interface {
	io.ReadSeeker
	io.Closer
}

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// reread opens a level that is read more than once. Standard input and pipes are kept in
// memory, as far as they keep the rules of the format: what is no level may never end.
func (c *recompressor) reread(ctx context.Context, name string) (rereadable, error) {
	f, err := openLevel(ctx, c.streams, name)
	if err != nil {
		return nil, err
	}
	if f, ok := f.(rereadable); ok {
		return f, nil
	}
	defer f.Close()
	var kept bytes.Buffer
	if err := format.Verify(io.TeeReader(f, &kept), format.Options{MaxBytes: c.maxBytes}); err != nil {
		return nil, aboutLevel(name, err)
	}
	return inMemory{bytes.NewReader(kept.Bytes())}, nil
}

func (c *recompressor) run(ctx context.Context, name, path string) error {
	in, err := c.reread(ctx, name)
	if err != nil {
		return err
	}
	defer in.Close()
	o := format.Options{MaxBytes: c.maxBytes}
	var old, size int64
	err = outfile.Replace(ctx, path, func(out *output.File) error {
		before, codec, err := c.look(ctx, in, o)
		if err != nil {
			return aboutLevel(name, err)
		}
		size, err = format.Rewrite(out, interrupt.Reader(ctx, in), format.RewriteOptions{Read: o, Align: int(c.align), Codec: codec, Small: c.best})
		if err != nil {
			return aboutLevel(name, err)
		}
		if old, err = in.Seek(0, io.SeekEnd); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		after, err := rebuild.Fingerprint(io.NewSectionReader(out, 0, size), o)
		if err != nil {
			return fmt.Errorf("%s: what was written cannot be read back: %w", path, err)
		}
		if before != after {
			return fmt.Errorf("%s: what was written is not the level that was read", path)
		}
		return in.Close() // some systems cannot replace an open file
	})
	if err != nil {
		return err
	}
	return c.sizes(path, old, size)
}

// look reads a level once, and finds what has to stay the same.
func (c *recompressor) look(ctx context.Context, in io.ReadSeeker, o format.Options) (before [16]byte, codec format.Codec, err error) {
	if before, err = rebuild.Fingerprint(interrupt.Reader(ctx, in), o); err != nil {
		return before, 0, err
	}
	if _, err = in.Seek(0, io.SeekStart); err != nil || c.codec.set {
		return before, c.codec.Codec, err
	}
	r, err := format.NewReader(in, o)
	if err != nil {
		return before, 0, err
	}
	_, err = in.Seek(0, io.SeekStart)
	return before, rebuild.Codec(r.Blocks()), err
}
