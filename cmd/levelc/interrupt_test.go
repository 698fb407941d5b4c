package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// after is a context that ends after so many looks at it.
type after struct {
	context.Context
	left *int
}

func (a after) Err() error {
	if *a.left--; *a.left < 0 {
		return context.Canceled
	}
	return nil
}

// A tool that is interrupted, whenever that is, leaves the folder as it was.
func TestInterruptedToolsLeaveNothingBehind(t *testing.T) {
	before := compiled(t, "../../testdata/levels/orchard.xml")
	path := filepath.Join(t.TempDir(), "orchard.lvl")
	require.NoError(t, os.WriteFile(path, before, 0o644))
	out := filepath.Join(filepath.Dir(path), "out")
	s := streams{in: bytes.NewReader(nil), out: new(bytes.Buffer), err: new(bytes.Buffer)}
	const most = 1 << 30
	for name, tool := range map[string]func(ctx context.Context) error{
		"dump": func(ctx context.Context) error {
			return (&asSource{streams: s, as: "xml", out: out, o: unparse.Options{}}).run(ctx, path, most)
		},
		"dump to standard output": func(ctx context.Context) error {
			return (&asSource{streams: s, as: "json"}).run(ctx, path, most)
		},
		"strip": func(ctx context.Context) error {
			return (&stripper{streams: s, drop: dropFlag{parts: rebuild.Docs}, maxBytes: most}).run(ctx, path, path)
		},
		"recompress": func(ctx context.Context) error {
			return (&recompressor{streams: s, codec: codecFlag{format.CodecLZ4, true}, maxBytes: most}).run(ctx, path, path)
		},
		"diff": func(ctx context.Context) error {
			return (&differ{streams: s, maxBytes: most}).run(ctx, path, path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for n := 0; ; n++ {
				require.Less(t, n, 1000)
				left := n
				err := tool(after{t.Context(), &left})
				if left >= 0 {
					require.NoError(t, err)
					break
				}
				if err == nil {
					continue // it was done by then
				}
				require.ErrorIs(t, err, fault.ErrInterrupted)
				now, err := os.ReadFile(path)
				require.NoError(t, err)
				require.True(t, bytes.Equal(before, now))
				files, err := os.ReadDir(filepath.Dir(path))
				require.NoError(t, err)
				require.Len(t, files, 1)
			}
			require.NoError(t, os.WriteFile(path, before, 0o644))
			os.Remove(out)
		})
	}
}

// What diff has read to tell a level from a schema is read again, from a pipe too.
func TestUnread(t *testing.T) {
	for _, r := range []io.Reader{strings.NewReader("a level"), bytes.NewBufferString("a level")} {
		var head [3]byte
		_, err := io.ReadFull(r, head[:])
		require.NoError(t, err)
		all, err := io.ReadAll(unread(r, head[:]))
		require.NoError(t, err)
		require.Equal(t, "a level", string(all))
	}
}

// Standard input has the same name in every message.
func TestDiffNamesStandardInput(t *testing.T) {
	var said bytes.Buffer
	code := run([]string{"diff", "-", "other.lvl"}, streams{iotest.ErrReader(io.ErrNoProgress), io.Discard, &said})
	require.Equal(t, exitUsage, code)
	require.Equal(t, "levelc: standard input: "+io.ErrNoProgress.Error()+"\n", said.String())
}
