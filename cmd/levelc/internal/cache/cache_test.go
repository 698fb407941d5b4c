package cache

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// open opens a cache that writes each fact at once.
func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(context.Background(), path, nil)
	require.NoError(t, err)
	s.wait = 0
	return s
}

func aLevel(out string) Level {
	return Level{Out: out, Source: "levels/" + out, Schema: SumOf([]byte("schema")), Sum: SumOf([]byte(out)), Size: 7, Flags: "--best=true", Tool: "v1"}
}

func TestFactsAreFoundAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	types := Types{Spec: "./game.World", Dir: "/x", Files: []string{"go.mod"}, Schema: []byte("{}\n")}
	inferred := Inferred{Sources: SumOf([]byte("a")), Flags: "f"}
	require.NoError(t, s.PutTypes(types))
	require.NoError(t, s.PutInferred(inferred))
	require.NoFileExists(t, path, "a schema alone makes no file")
	warned := aLevel("w.lvl")
	warned.Warnings = []diag.Diagnostic{{File: "w.xml", Line: 2, Col: 3, Severity: diag.Warning, Message: "odd",
		Source: diag.Excerpt{Text: "<x/>", At: 2}, Related: []diag.Related{{File: "v.xml", Message: "here"}}}}
	warned.More = 3
	require.NoError(t, s.PutLevel(aLevel("b/a.lvl")))
	require.NoError(t, s.PutLevel(warned))
	require.NoError(t, s.Close())

	s = open(t, path)
	require.Equal(t, []Level{aLevel("b/a.lvl"), warned}, s.Levels())
	got, ok := s.Types("./game.World", "/x")
	require.True(t, ok)
	require.Equal(t, types, got)
	_, ok = s.Types("./game.World", "/y")
	require.False(t, ok)
	from, ok := s.Inferred()
	require.True(t, ok)
	require.Equal(t, inferred, from)
	_, ok = s.Level("c.lvl")
	require.False(t, ok)
}

func TestTheLastFactOfAnOutputCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	for n := range int64(100) {
		l := aLevel("a.lvl")
		l.Size = n
		require.NoError(t, s.PutLevel(l))
	}
	l, ok := open(t, path).Level("a.lvl")
	require.True(t, ok)
	require.Equal(t, int64(99), l.Size)

	// And the others are not kept forever.
	before, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	after, err := os.Stat(path)
	require.NoError(t, err)
	require.Less(t, after.Size()*20, before.Size())
	l, _ = open(t, path).Level("a.lvl")
	require.Equal(t, int64(99), l.Size)
}

// A large cache is read by halves.
func TestTheLastOfManyFactsCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	want := map[string]Level{}
	for i := range 2 * manyLines {
		l := aLevel(fmt.Sprint(i*7%manyLines, ".lvl"))
		l.Size = int64(i)
		if i%5 == 0 {
			l.More = i + 1
		}
		want[l.Out] = l
		require.NoError(t, s.PutSeen(Seen{Out: l.Out, Made: Witness{byte(i), byte(i >> 8), 1}}))
		require.NoError(t, s.PutLevel(l))
		require.NoError(t, s.PutInferred(Inferred{Sources: SumOf([]byte("a")), Flags: fmt.Sprint(i)}))
	}
	s = open(t, path)
	require.Greater(t, s.lines, 2*manyLines)
	require.Len(t, s.Levels(), len(want))
	for _, l := range s.Levels() {
		require.Equal(t, want[l.Out], l)
		require.Equal(t, Witness{byte(l.Size), byte(l.Size >> 8), 1}, s.Seen(l.Out).Made)
	}
	last, ok := s.Inferred()
	require.True(t, ok)
	require.Equal(t, fmt.Sprint(2*manyLines-1), last.Flags)
}

// Facts wait for each other, but neither for ever nor in any number, and Close
// leaves none behind.
func TestFactsAreWrittenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s, err := Open(context.Background(), path, nil)
	require.NoError(t, err)
	s.wait = time.Hour
	require.NoError(t, s.PutTypes(Types{Spec: "./game.World"})) // waits for a level
	require.NoFileExists(t, path)
	require.NoError(t, s.PutLevel(aLevel("0")))
	first, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, s.PutLevel(aLevel("1")))
	size := func() int64 {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Size()
	}
	require.Equal(t, first.Size(), size())
	n := 2
	for ; size() == first.Size(); n++ {
		require.Less(t, n, mostPending)
		require.NoError(t, s.PutLevel(aLevel(fmt.Sprint(n))))
	}
	require.Greater(t, size(), int64(mostPending))
	s.wait = 0
	before := size()
	require.NoError(t, s.PutLevel(aLevel(fmt.Sprint(n))))
	require.Greater(t, size(), before)
	s.wait = time.Hour
	require.NoError(t, s.PutLevel(aLevel(fmt.Sprint(n+1))))
	require.Len(t, open(t, path).Levels(), n+1)
	require.NoError(t, s.Close())
	require.Len(t, open(t, path).Levels(), n+2)
}

// Wherever a cache is cut off, what was whole before that is there, and what
// is added behind it is too.
func TestACacheThatIsCutOffKeepsItsWholeLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	ends := []int{len(head)}
	for i := range 3 {
		require.NoError(t, s.PutLevel(aLevel(fmt.Sprint(i))))
		info, err := os.Stat(path)
		require.NoError(t, err)
		ends = append(ends, int(info.Size()))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for n := 0; n < len(text); n++ {
		if n > len(head)+20 && n < ends[2]-5 {
			n += 16
		}
		require.NoError(t, os.WriteFile(path, text[:n], 0o666))
		whole := 0
		for whole+1 < len(ends) && ends[whole+1]-1 <= n { // the line end itself may be missing
			whole++
		}
		s, err := Open(context.Background(), path, nil)
		require.Len(t, s.Levels(), whole, n)
		if n <= len(head) || n-ends[whole] <= 0 {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, ErrDamaged)
		}
		require.NoError(t, s.PutLevel(aLevel("new")))
		require.NoError(t, s.Close())
		require.Len(t, open(t, path).Levels(), whole+1, n)
	}
}

func TestADamagedByteCostsOneLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	for i := range 3 {
		require.NoError(t, s.PutLevel(aLevel(fmt.Sprint(i))))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := len(head); i < len(text); i += 7 {
		bad := bytes.Clone(text)
		bad[i] ^= 0x10
		require.NoError(t, os.WriteFile(path, bad, 0o666))
		s, err := Open(context.Background(), path, nil)
		require.ErrorIs(t, err, ErrDamaged)
		require.GreaterOrEqual(t, len(s.Levels()), 1) // a lost line end costs two
		require.NoError(t, s.Close())
		_, err = Open(context.Background(), path, nil)
		require.NoError(t, err, "closing it has not mended it")
	}
}

func TestWhatIsNoCacheIsEmptyAndReplaced(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"newer":         {magic + "2\nanything", ErrVersion},
		"another file":  {"<scene/>\n", ErrForeign},
		"binary":        {"\x00\xff\x00", ErrForeign},
		"a line of us":  {head + "not sealed\n", ErrDamaged},
		"out of bounds": {head + string(seal(nil, []byte(`{"level":{"out":"../../x"}}`))), ErrDamaged},
		"absolute":      {head + string(seal(nil, []byte(`{"level":{"out":"/etc/passwd"}}`))), ErrDamaged},
		"no name":       {head + string(seal(nil, []byte(`{"level":{"out":"a\u0000b"}}`))), ErrDamaged},
		"hidden dots":   {head + string(seal(nil, []byte(`{"level":{"out":"\u00002e./x"}}`))), ErrDamaged},
		"no fact":       {head + string(seal(nil, []byte(`{}`))), ErrDamaged},
		"two facts":     {head + string(seal(nil, []byte(`{"level":{"out":"a"},"inferred":{}}`))), ErrDamaged},
		"no JSON":       {head + string(seal(nil, []byte(`{"level":`))), ErrDamaged},
		"wrong sum":     {head + string(seal(nil, []byte(`{"level":{"out":"a","sum":"12"}}`))), ErrDamaged},
		"no hex":        {head + string(seal(nil, []byte(`{"level":{"out":"a","sum":"`+strings.Repeat("x", 32)+`"}}`))), ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "c")
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
			s, err := Open(context.Background(), path, nil)
			require.ErrorIs(t, err, c.want)
			require.Empty(t, s.Levels())
			require.NoError(t, s.PutLevel(aLevel("a")))
			require.NoError(t, s.Close())
			require.Len(t, open(t, path).Levels(), 1)
		})
	}
}

func TestAFileThatTookThePlaceOfACacheIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	require.NoError(t, os.WriteFile(path, []byte("precious"), 0o666))
	require.ErrorIs(t, s.PutLevel(aLevel("a")), ErrForeign)
	require.ErrorIs(t, s.Forget([]string{"a"}), ErrForeign)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "precious", string(text))
}

func TestAFolderInPlaceOfACacheIsRefused(t *testing.T) {
	s, err := Open(context.Background(), t.TempDir(), nil)
	require.ErrorIs(t, err, ErrForeign)
	require.ErrorIs(t, s.PutLevel(aLevel("a")), ErrNotRegular)
	_, ok := s.Level("a")
	require.True(t, ok, "it is known at least until the end")
}

// Several builds write at the same time, and some of them make the file small.
func TestFactsOfSeveralBuildsAreAllKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	var all sync.WaitGroup
	fail := make(chan error, 100)
	for b := range 4 {
		all.Go(func() {
			for round := range 3 {
				s, err := Open(context.Background(), path, nil)
				if err != nil {
					fail <- err
				}
				for i := range 30 {
					if err := s.PutLevel(aLevel(fmt.Sprint(b, "-", i%(3+round)))); err != nil {
						fail <- err
					}
				}
				if err := s.Close(); err != nil {
					fail <- err
				}
			}
		})
	}
	all.Wait()
	close(fail)
	for err := range fail {
		require.NoError(t, err)
	}
	if runtime.GOOS == "windows" { // what is added while another build puts its own in place is lost
		require.NotEmpty(t, open(t, path).Levels())
	} else {
		require.Len(t, open(t, path).Levels(), 4*5)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, left, 1)
}

// A process that is killed while it makes the file smaller leaves a part of the new one.
func TestWhatAKilledProcessHasLeftGoes(t *testing.T) {
	dir := t.TempDir()
	path, left, mine := filepath.Join(dir, "c"), filepath.Join(dir, ".c.0123abcd.tmp"), filepath.Join(dir, ".d.0123abcd.tmp")
	s := open(t, path)
	require.NoError(t, s.PutLevel(aLevel("0")))
	require.NoError(t, os.WriteFile(left, nil, 0o666))
	require.NoError(t, os.WriteFile(mine, nil, 0o666))
	require.NoError(t, s.Close())
	require.FileExists(t, left, "somebody else may be writing it")
	s = open(t, path)
	for range 20 {
		require.NoError(t, s.PutLevel(aLevel("0")))
	}
	require.NoError(t, s.Close())
	require.NoFileExists(t, left)
	require.FileExists(t, mine)
}

func TestWhatIsForgottenIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	for i := range 3 {
		require.NoError(t, s.PutLevel(aLevel(fmt.Sprint(i))))
	}
	require.NoError(t, s.Forget([]string{"0", "2"}))
	require.Equal(t, []Level{aLevel("1")}, s.Levels())
	require.Equal(t, []Level{aLevel("1")}, open(t, path).Levels())
	require.NoError(t, s.Forget([]string{"1"}))
	require.NoFileExists(t, path)
}

// A cache that is made smaller keeps the schema, though it knows no level; one that is to
// forget its last level is removed.
func TestASchemaStaysWithoutALevel(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c")
	s := open(t, path)
	for range 40 {
		require.NoError(t, s.PutTypes(Types{Spec: "./game.World"}))
	}
	require.NoError(t, s.PutTypes(Types{Spec: "./game.World", Dir: "/x"}))
	require.NoError(t, s.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, 3, bytes.Count(text, []byte("\n")))
	s = open(t, path)
	for _, from := range []string{"", "/x"} {
		_, ok := s.Types("./game.World", from)
		require.True(t, ok, from)
	}
	require.NoError(t, s.PutTypes(Types{Spec: "./game.Other"}))
	require.NoError(t, s.PutLevel(aLevel("a")))
	require.NoError(t, s.Forget([]string{"a"}))
	require.NoFileExists(t, path)

	// What has not been written when its folder goes is no error.
	for _, in := range []func(string) error{
		func(string) error { return nil },
		func(gone string) error { return os.WriteFile(gone, nil, 0o666) },
	} {
		gone := filepath.Join(dir, "gone")
		s = open(t, filepath.Join(gone, "c"))
		require.NoError(t, s.PutSeen(Seen{Out: "a"}))
		require.NoError(t, in(gone))
		require.NoError(t, s.Close())
	}
}

// What was still to be written of an output does not come back.
func TestWhatIsForgottenIsNotWrittenLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	_, ok := s.Inferred()
	require.False(t, ok)
	require.NoError(t, s.PutLevel(aLevel("0")))
	s.wait = time.Hour
	for i := range manyLines {
		require.NoError(t, s.PutSeen(Seen{Out: fmt.Sprint(i)}))
	}
	require.NoError(t, s.PutInferred(Inferred{Flags: "f"}))
	require.NoError(t, s.PutTypes(Types{Spec: "./game.World"}))
	require.NoError(t, s.PutLevel(aLevel("1")))
	require.NoError(t, s.PutLevel(aLevel("2")))
	require.NoError(t, s.Forget([]string{"1"}))
	require.NoError(t, s.Close())
	s = open(t, path)
	require.Equal(t, []Level{aLevel("0"), aLevel("2")}, s.Levels())
	from, ok := s.Inferred()
	require.True(t, ok)
	require.Equal(t, "f", from.Flags)
	_, ok = s.Types("./game.World", "")
	require.True(t, ok)
}

// Under Unix a name may be any bytes.
func TestNamesThatJSONCannotHoldAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	plain, other := aLevel("\xffa\xc3/ä\ufffd\xe9\xe9"), aLevel("b")
	other.Source, other.Others = "\xe9.xml", []string{"c", "\xe9.tsx"}
	types := Types{Spec: "./\xff.World", Dir: "/\xe9", Files: []string{"\xe9.go"}, Folders: []string{"."}, Depends: []string{"\xe9.go"}}
	require.NoError(t, s.PutTypes(types))
	require.NoError(t, s.PutLevel(plain))
	require.NoError(t, s.PutLevel(other))
	require.NoError(t, s.PutSeen(Seen{Out: plain.Out, Made: Witness{1}}))
	require.NoError(t, s.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), `"out":"\u0000ffa\u0000c3/ä`)
	require.True(t, utf8.Valid(text))

	s, err = Open(context.Background(), path, nil)
	require.NoError(t, err)
	require.Equal(t, []Level{other, plain}, s.Levels())
	require.Equal(t, Witness{1}, s.Seen(plain.Out).Made)
	got, ok := s.Types(types.Spec, types.Dir)
	require.True(t, ok)
	require.Equal(t, types, got)
	require.NoError(t, s.Forget([]string{other.Out}))
	require.Equal(t, []Level{plain}, open(t, path).Levels(), "the file is written anew")
}

func TestEscapesAreReadAsTheyAreWritten(t *testing.T) {
	for name, in := range map[string]string{
		"": "", "ä\ufffd": "ä\ufffd", "\xff": "\x00ff", "a\xe9b\x80": "a\x00e9b\x0080", "\xc3 \xa4": "\x00c3 \x00a4",
	} {
		require.Equal(t, in, escape(name))
		require.Equal(t, name, unescape(in))
	}
	for _, none := range []string{"\x00", "a\x00b", "\x00\x00", "\x0041", "\x00zz", "\x00+f", "\x00f"} {
		require.Equal(t, none, unescape(none))
		require.False(t, local(unescape("a"+none)))
	}
}

func TestSumsAreOfAllOfTheContent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for _, n := range []int{0, 1, 100, small - 1, small, small + 1, 1 << 20} {
		text := bytes.Repeat([]byte("x"), n)
		require.NoError(t, os.WriteFile(path, text, 0o666))
		sum, size, err := SumFile(path)
		require.NoError(t, err)
		require.Equal(t, SumOf(text), sum)
		require.Equal(t, int64(n), size)
		for _, hint := range []int64{0, int64(n) / 2, int64(n) + 10} { // it has grown, or shrunk
			sum, size, err = SumReader(iotest.HalfReader(bytes.NewReader(text)), hint)
			require.NoError(t, err)
			require.Equal(t, SumOf(text), sum)
			require.Equal(t, int64(n), size)
		}
	}
	_, _, err := SumFile(filepath.Dir(path))
	require.ErrorIs(t, err, ErrNotRegular)
	_, _, err = SumFile(path + "x")
	require.ErrorIs(t, err, os.ErrNotExist)
	// What fails half-way has no sum, wherever it fails and whatever its length should be.
	for _, n := range []int{0, 1, 100, small, 1 << 20} {
		for _, hint := range []int64{0, 10, 200, small, 1 << 20} {
			r := io.MultiReader(bytes.NewReader(make([]byte, n)), iotest.ErrReader(io.ErrClosedPipe))
			_, _, err = SumReader(r, hint)
			require.ErrorIs(t, err, io.ErrClosedPipe, "after %d bytes of %d", n, hint)
		}
	}
}

func TestASumIsReadAsItIsWritten(t *testing.T) {
	var back Sum
	require.NoError(t, back.UnmarshalText([]byte(SumOf([]byte("x")).String())))
	require.Equal(t, SumOf([]byte("x")), back)
}

func FuzzSplit(f *testing.F) {
	seeds := [][]byte{[]byte(head), []byte(magic + "2\n"), seal([]byte(head), []byte(`{"level":{"out":"a"}}`)), []byte(head + "x\n\n"),
		seal([]byte(head), []byte(`{"level":{"out":"a\u0000ff\u0000zz"}}`)), seal([]byte(head), []byte(`{"level":{"out":"a\u0000c3\u0000a4"}}`))}
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines, _ := split(text)
		s := Memory()
		s.take(lines)
		for _, l := range s.Levels() {
			require.True(t, filepath.IsLocal(filepath.FromSlash(l.Out)))
		}
		// What is kept is a cache without a fault.
		if b := compact(lines, nil); b != nil {
			again, err := split(append([]byte(head), b...))
			require.NoError(t, err)
			require.Equal(t, b, compact(again, nil))
		}
	})
}
