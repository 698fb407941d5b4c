package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

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
				return usageError{errors.New("say what to change: --compress none, lz4 or zstd, or --align")}
			}
			return eachLevel(s, args, c.out, func(name, out string) error { return c.run(cmd.Context(), name, out) })
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&c.codec, "compress", "none, lz4 or zstd; by default that of the level")
	f.Lookup("compress").DefValue = "" // which is no codec that --help could name
	f.BoolVar(&c.best, "best", false, "spend more time for a smaller file")
	f.Var(&c.align, "align", "start blocks at multiples of `bytes`, a power of two from 64 to 64K")
	f.StringVarP(&c.out, "output", "o", "", "the `file` to write; by default the level itself")
	maxBytes(cmd, &c.maxBytes)
	return cmd
}

// eachLevel runs one file after the other, and goes on after a failure.
func eachLevel(s streams, args []string, out string, run func(name, out string) error) error {
	names, err := levelFiles(args)
	if err != nil {
		return err
	}
	if len(names) > 1 && out != "" {
		return usageError{errors.New("-o goes with one level")}
	}
	if err := notStandardOutput(out); err != nil {
		return err
	}
	failed := false
	for _, name := range names {
		to := out
		if to == "" {
			to = name
		}
		if to == "-" && out == "" {
			return usageError{errors.New("-o is missing: a level from standard input needs a name")}
		}
		if err := run(name, to); err != nil {
			if len(names) == 1 {
				return err
			}
			fmt.Fprintf(s.err, "levelc: %v\n", err)
			failed = true
		}
	}
	if failed {
		return errReported
	}
	return nil
}

// rereadable is a file that can be read from its beginning more than once.
type rereadable interface {
	io.ReadSeeker
	io.Closer
}

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// reread opens a level that is read twice. Standard input is kept in memory; it
// cannot be much longer than what it decodes to.
func (c *recompressor) reread(name string) (rereadable, error) {
	if name != "-" {
		return openFile(name)
	}
	most := c.maxBytes + c.maxBytes/4 + 16<<20
	b, err := io.ReadAll(io.LimitReader(c.in, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("longer than %d bytes", most)
	}
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return inMemory{bytes.NewReader(b)}, nil
}

func (c *recompressor) run(ctx context.Context, name, path string) error {
	in, err := c.reread(name)
	if err != nil {
		return err
	}
	defer in.Close()
	o := format.Options{MaxBytes: c.maxBytes}
	return replace(ctx, path, func(out *output.File) error {
		before, codec, err := c.look(ctx, in, o)
		if err != nil {
			return aboutLevel(name, err)
		}
		size, err := format.Rewrite(out, interruptReader{ctx, in}, format.RewriteOptions{Read: o, Align: int(c.align), Codec: codec, Small: c.best})
		if err != nil {
			return aboutLevel(name, err)
		}
		old, err := in.Seek(0, io.SeekEnd)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		after, err := rebuild.Fingerprint(io.NewSectionReader(out, 0, size), o)
		if err != nil {
			return fmt.Errorf("%s: what was written cannot be read back: %w", path, err)
		}
		if before != after {
			return fmt.Errorf("%s: what was written is not the level that was read", path)
		}
		if err := in.Close(); err != nil { // some systems cannot replace a file that is open
			return err
		}
		return c.sizes(path, old, size)
	})
}

// look reads a level once, and finds what is to be kept of it.
func (c *recompressor) look(ctx context.Context, in io.ReadSeeker, o format.Options) (before [16]byte, codec format.Codec, err error) {
	if before, err = rebuild.Fingerprint(interruptReader{ctx, in}, o); err != nil {
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

// sizes prints one line about a file that was written anew.
func (s streams) sizes(path string, old, size int64) error {
	_, err := fmt.Fprintf(s.out, "%s: %d -> %d bytes\n", path, old, size)
	return err
}

// codecFlag is the value of --compress.
type codecFlag struct {
	format.Codec
	set bool
}

// Type implements pflag.Value.
func (c *codecFlag) Type() string { return "codec" }

// Set implements pflag.Value.
func (c *codecFlag) Set(s string) error {
	for k := format.CodecNone; k <= format.CodecZstd; k++ {
		if s == k.String() {
			c.Codec, c.set = k, true
			return nil
		}
	}
	return errors.New("it is none, lz4 or zstd")
}

// alignFlag is the value of --align; 0 is none given.
type alignFlag int

// Type implements pflag.Value.
func (a *alignFlag) Type() string { return "bytes" }

func (a *alignFlag) String() string {
	if *a == 0 {
		return ""
	}
	return strconv.Itoa(int(*a))
}

// Set implements pflag.Value.
func (a *alignFlag) Set(s string) error {
	n, err := parseSize(s)
	if err != nil || n < 64 || n > 64<<10 || n&(n-1) != 0 {
		return errors.New("it is a power of two from 64 to 64K")
	}
	*a = alignFlag(n)
	return nil
}
