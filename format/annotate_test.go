package format

import (
	"bufio"
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// update writes the golden dumps and the hostile corpus anew. The frozen files
// of testdata/compat it never touches.
var update = flag.Bool("update", false, "write golden files anew; for people, not for CI")

// golden compares with a file of the top-level testdata folder.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("..", "testdata", filepath.FromSlash(name))
	if *update {
		if os.Getenv("CI") != "" {
			t.Fatal("-update is not for CI")
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, got, 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "%s; look at the difference, then run go test ./format -update", name)
}

func TestAnnotatedDumpIsGolden(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Annotate(&out, bytes.NewReader(fullLevel(t, 4, WriterOptions{})), Options{}))
	golden(t, "golden/full.txt", out.Bytes())
}

func TestAnnotatedDumpShowsEveryByte(t *testing.T) {
	for name, file := range smallFiles(t) {
		var out bytes.Buffer
		require.NoError(t, Annotate(&out, bytes.NewReader(file), Options{}))
		if strings.Contains(out.String(), "\n+") {
			continue // compressed blocks are shown decoded
		}
		at := int64(0)
		for line := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n") {
			if line[0] != ' ' || strings.HasPrefix(line, "      ") {
				continue
			}
			pos, n := annotated(t, line)
			require.Equal(t, at, pos, "%s: %s", name, line)
			at += n
		}
		require.Equal(t, int64(len(file)), at, name)
	}
}

// Names in a file may be commands to a terminal.
func TestAnnotatedDumpIsPrintable(t *testing.T) {
	s := one(Field{Name: "a\x1b[2J", Type: TypeRef, Target: "b\u009b2J"}, Field{Name: "e", Type: TypeEnum8, Symbols: []string{"c\x1b[1m"}})
	thing := &s.Tables[FixedTables]
	thing.Name, thing.Attr.Names = "b\u009b2J", []string{"thing"}
	w, err := NewWriter(s, WriterOptions{})
	require.NoError(t, err)
	row, err := w.Node(FixedTables, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(FixedTables, row, make([]byte, thing.Stride)))
	var file buf
	_, err = w.Finish(&file)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, Annotate(&out, bytes.NewReader(file.b), Options{}))
	require.NotContains(t, out.String(), "\x1b")
	require.NotContains(t, out.String(), "\u009b")
	require.Contains(t, out.String(), `e = c\x1b[1m`)
}

func BenchmarkAnnotate(b *testing.B) {
	file := testLevel(b, 5000, WriterOptions{})
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, Annotate(io.Discard, bytes.NewReader(file), Options{}))
	}
}

func annotated(t *testing.T, line string) (pos, n int64) {
	pos, err := strconv.ParseInt(line[1:7], 16, 64)
	require.NoError(t, err, line)
	rest := line[9:]
	if k := strings.Index(rest, " bytes of "); k > 0 && k < 8 {
		n, err = strconv.ParseInt(rest[:k], 10, 64)
		require.NoError(t, err, line)
		return pos, n
	}
	hex := strings.TrimSpace(rest[:min(23, len(rest))])
	return pos, int64(len(strings.Fields(hex)))
}

// The number of a row may need all 32 bits, also where an int has no more.
func TestAnnotatedRowsHaveTheirNumbers(t *testing.T) {
	s := &Schema{Tables: []Table{{Name: "n", Class: ClassNode, Stride: 1, Fields: []Field{{Name: "x", Type: TypeU8, Count: 1}}}}}
	var out strings.Builder
	a := annotator{w: bufio.NewWriter(&out)}
	a.row(s, &s.Tables[0], 1<<32-2, []byte{7})
	require.NoError(t, a.w.Flush())
	require.Contains(t, out.String(), "4294967294: x = 7")
}

// A source that breaks the contract of Read neither holds Annotate up nor makes it panic.
func TestAnnotateOfASourceThatIsWrong(t *testing.T) {
	file := testLevel(t, 5, WriterOptions{})
	for _, n := range []int{0, 10, headerLen, 100} {
		for _, c := range []struct {
			count int
			want  error
		}{{0, io.ErrNoProgress}, {-1, errCount}, {1 << 20, errCount}} {
			src := io.MultiReader(bytes.NewReader(file[:n]), counting(c.count))
			require.ErrorIs(t, Annotate(io.Discard, src, Options{}), c.want, "%d after %d bytes", c.count, n)
		}
	}
}

// counting is a source that reads nothing and says that it has read so much.
type counting int

func (c counting) Read([]byte) (int, error) { return int(c), nil }
