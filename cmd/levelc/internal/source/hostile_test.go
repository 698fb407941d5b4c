package source

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// endless gives head once, then body over and over up to size bytes, then tail.
type endless struct {
	head, body, tail string
	size             int64
	off              int64
}

func (e *endless) total() int64 { return int64(len(e.head)) + e.size + int64(len(e.tail)) }

func (e *endless) Read(p []byte) (int, error) {
	n, err := e.ReadAt(p, e.off)
	e.off += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

func (e *endless) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	for n < len(p) && off < e.total() {
		var s string
		switch in := off - int64(len(e.head)); {
		case in < 0:
			s = e.head[off:]
		case in < e.size:
			s = e.body[in%int64(len(e.body)):]
			s = s[:min(int64(len(s)), e.size-in)]
		default:
			s = e.tail[in-e.size:]
		}
		k := copy(p[n:], s)
		n += k
		off += int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// cheap runs f and checks that it takes neither long nor much memory: at most
// mb megabytes allocated.
func cheap(t *testing.T, mb uint64, f func() error) error {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	err := f()
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	require.LessOrEqual(t, (after.TotalAlloc-before.TotalAlloc)>>20, mb)
	if !raceEnabled {
		require.Less(t, took, time.Minute) // a second where nothing else runs
	}
	return err
}

// A device or a pipe that is no source may have no end, and the disk has one.
func TestWhatIsNoSourceIsNotSpooled(t *testing.T) {
	for head, msg := range map[string]string{"\x00": "zeros only", "PK\x03\x04": "zip", "\x8f\x01": "neither XML nor JSON", "5": "neither XML nor JSON"} {
		r := &endless{head: head, body: strings.Repeat(head[:1], 64), size: 1 << 40}
		f, err := Spool(r, "pipe")
		require.NoError(t, err)
		require.ErrorContains(t, f.Read(new(Reader), none{}, Options{}), msg)
		require.LessOrEqual(t, r.off, int64(1<<16))
		require.NoError(t, f.Close())
	}
}

func TestHostileXMLIsRefusedCheaply(t *testing.T) {
	laughs := `<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><l>&b;</l>`
	names := strings.Builder{}
	names.WriteString("<a ")
	for i := range 1<<16 + 100 {
		fmt.Fprintf(&names, "a%d='' ", i)
	}
	for name, c := range map[string]struct {
		r    io.Reader
		msg  string
		most uint64
	}{
		"entity bomb":        {strings.NewReader(laughs), "with declarations in it", 2},
		"nested elements":    {&endless{body: "<a>", size: 300_000}, "nested more than 256 deep", 2},
		"1 GB attribute":     {&endless{head: `<a b="`, body: "x", size: 1 << 30, tail: `"/>`}, "a tag of more than 1048576 bytes", 5},
		"1 GB of attributes": {&endless{head: `<a `, body: "b='' ", size: 1 << 30, tail: `/>`}, "is written twice", 2},
		"many attributes":    {strings.NewReader(names.String()), "more than 65536 attributes", 12},
		"1 GB name":          {&endless{head: `<`, body: "x", size: 1 << 30, tail: `/>`}, "a tag of more than 1048576 bytes", 5},
		"1 GB text":          {&endless{head: `<a>`, body: "x", size: 1 << 30, tail: `</a>`}, "a text of more than 16777216 bytes", 80},
		"1 GB comment":       {&endless{head: `<!--`, body: "x", size: 1 << 30, tail: `--><a/>`}, "a comment of more than 1048576 bytes", 5},
		"1 GB in CDATA":      {&endless{head: `<a>`, body: "<![CDATA[xxxxxxxxxxxxxxxxx]]>", size: 29 << 25, tail: `</a>`}, "a text of more than 1048576 bytes", 8},
		"1 GB reference":     {&endless{head: `<a>&#`, body: "0", size: 1 << 30, tail: `;</a>`}, "a text of more than 1048576 bytes", 5},
		"1 GB end tag":       {&endless{head: `<a></a`, body: " ", size: 1 << 30, tail: `></a>`}, "a tag of more than 1048576 bytes", 5},
	} {
		t.Run(name, func(t *testing.T) {
			if e, ok := c.r.(*endless); ok && e.size > 1<<29 && (raceEnabled || testing.Short()) {
				t.Skip("a gigabyte takes too long")
			}
			var r Reader
			var o Options // without limits, they are larger
			if strings.Contains(c.msg, "1048576") {
				o.Limits.Token = 1 << 20
			}
			err := cheap(t, c.most, func() error { return r.XML(c.r, none{}, o) })
			require.ErrorContains(t, err, c.msg)
			require.LessOrEqual(t, len(err.Error()), 256)
		})
	}
}

func TestHugeXMLOfSmallElementsNeedsLittleMemory(t *testing.T) {
	var r Reader
	doc := &endless{head: "<a>", body: `<b c="1.5">text</b>` + "\n", size: 5 << 20, tail: "</a>"}
	require.NoError(t, cheap(t, 2, func() error { return r.XML(doc, none{}, Options{}) }))
}

func TestALongTextInPartsNeedsLittleMemory(t *testing.T) {
	var r Reader
	for _, body := range []string{"1,", "\u00e9]x", "&#0233;x", "xy\r\n"} {
		read := func(head string, l Limits) error {
			doc := &endless{head: "<a>" + head, body: body, size: 6 << 20, tail: "</a>"}
			return cheap(t, 2, func() error { return r.XML(doc, none{}, Options{Parts: PartSize, Limits: l}) })
		}
		require.NoError(t, read("", Limits{Token: 12 << 20}), body)
		require.NoError(t, read("", Limits{Token: 4 * PartSize, Text: 12 << 20}), body)
		require.EqualError(t, read("", Limits{Token: 3 << 20}), "a text of more than 3145728 bytes (at byte 3)", body)
		require.EqualError(t, read("", Limits{Token: 4 * PartSize, Text: 3 << 20}), "a text of more than 3145728 bytes (at byte 3)", body)
		// Behind a comment it does not come in parts.
		require.ErrorContains(t, read(strings.Repeat("1,", 2*PartSize)+"<!---->", Limits{Token: 4 * PartSize, Text: 12 << 20}), "a text of more than 262144 bytes", body)
	}
}

func readEndless(e *endless, h Handler) error {
	var r Reader
	return r.JSON(e, e.total(), h, Options{})
}

func TestHostileJSONIsRefusedCheaply(t *testing.T) {
	for name, c := range map[string]struct {
		doc  *endless
		msg  string
		most uint64
	}{
		"8 million brackets":        {&endless{body: "[", size: 8 << 20}, "nested more than 256 deep", 4},
		"8 million closed brackets": {&endless{head: strings.Repeat("[", 4<<20), tail: strings.Repeat("]", 4<<20), body: "x"}, "nested more than 256 deep", 4},
		"8 million braces":          {&endless{body: `{"a":`, size: 40 << 20}, "nested more than 256 deep", 4},
		"1 GB string":               {&endless{head: `{"a":"`, body: "x", size: 1 << 30, tail: `"}`}, "a value of more than 16777216 bytes", 150},
		"1 GB name":                 {&endless{head: `{"`, body: "x", size: 1 << 30, tail: `":1}`}, "a value of more than 1048576 bytes", 10},
		"1 GB number":               {&endless{head: `{"a":`, body: "1", size: 1 << 30, tail: `}`}, "a value of more than 1048576 bytes", 10},
		"1 GB of one member":        {&endless{head: `{`, body: `"a":1,`, size: 1 << 30, tail: `"b":1}`}, "is written twice", 4},
		"1 GB of nothing":           {&endless{body: " ", size: 1 << 30}, "a value of more than 1048576 bytes", 10},
	} {
		t.Run(name, func(t *testing.T) {
			if (raceEnabled || testing.Short()) && c.doc.size > 1<<29 {
				t.Skip("a gigabyte takes too long")
			}
			var r Reader
			var o Options // without limits, they are larger
			if strings.Contains(c.msg, "1048576") {
				o.Limits.Token = 1 << 20
			}
			err := cheap(t, c.most, func() error { return r.JSON(c.doc, c.doc.total(), none{}, o) })
			require.ErrorContains(t, err, c.msg)
			require.LessOrEqual(t, len(err.Error()), 256)
		})
	}
}

func TestAnArrayOfMillionsOfArraysIsRefused(t *testing.T) {
	doc := &endless{head: "[", body: "[],", size: 3 << 19, tail: "[]]"}
	var r Reader
	read := func(l Limits) func() error {
		return func() error { return r.JSON(doc, doc.total(), none{}, Options{Limits: l}) }
	}
	require.NoError(t, cheap(t, 300, read(Limits{})))
	require.ErrorContains(t, cheap(t, 50, read(Limits{Items: 100_000})), "more than 100000 values")
}

func TestHugeJSONOfSmallObjectsNeedsLittleMemory(t *testing.T) {
	body := `{"b":1.5,"type":"c","list":[1,2,3]},` + "\n"
	doc := &endless{head: `{"a":[`, body: body, size: int64(len(body)) << 17, tail: `{}],"type":"root"}`}
	require.NoError(t, cheap(t, 3, func() error { return readEndless(doc, none{kinds: true}) }))
}

// An object that is large for the children behind it, 120 deep: the types that
// stand last must not be looked for in all of the file again and again.
func TestTypesBehindLargeObjectsAreFoundInOnePass(t *testing.T) {
	const deep = 120
	n := 1 << 20
	if testing.Short() {
		n = 1 << 17
	}
	head := strings.Repeat(`{"a":[`, deep) + strings.Repeat(`{"x":1},`, n)
	doc := []byte(head + "0" + strings.Repeat(`],"type":"k"}`, deep))
	rec := &counting{}
	require.NoError(t, cheap(t, 8, func() error {
		var r Reader
		return r.JSON(bytes.NewReader(doc), int64(len(doc)), rec, Options{})
	}))
	require.Equal(t, deep, rec.typed)
}

type counting struct {
	none
	typed int
}

func (*counting) Kind(name []byte) bool { return string(name) == "k" }

func (c *counting) Open(name []byte, _ int64) bool {
	if string(name) == "k" {
		c.typed++
	}
	return true
}

// However far a reader has come, and whoever reads for it: what the system said is
// told, and where.
func TestAFileThatCannotBeReadOnIsToldInItsOwnWords(t *testing.T) {
	const (
		doc  = `<a b="1"><!-- c --><d>text</d><![CDATA[ ]]></a>`
		text = `{"a":1,"b":[{"c":[1,2]},3],"type":"body"}`
	)
	var d Reader
	for _, cause := range []error{io.ErrUnexpectedEOF, os.ErrClosed} {
		for _, o := range []Options{{}, {window: 8}, {window: 64}, {window: -1}} {
			for at := range int64(min(len(doc), len(text))) {
				for f, src := range map[Format]string{XML: doc, JSON: text} {
					file := brokenAt{[]byte(src), at, cause}
					read := func(h Handler) error {
						if f == XML {
							return d.XML(io.NewSectionReader(file, 0, int64(len(src))), h, o)
						}
						return d.JSON(file, int64(len(src)), h, o)
					}
					for _, err := range []error{read(none{kinds: true}), piped(none{kinds: true}, read)} {
						require.ErrorIs(t, err, cause)
						require.EqualError(t, err, fmt.Sprintf("the file cannot be read on: %v (at byte %d)", cause, at), "%s, window %d", f, o.window)
					}
				}
			}
		}
	}
}
