package source

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

// readBoth reads text straight and by way of a pipe, and tells what each way
// has reported and returned. stop is the call at which the handler has enough.
func readBoth(text []byte, f Format, stop int) (straight, byPipe string) {
	read := func(d *Reader, h Handler) error {
		if f == XML {
			return d.XML(bytes.NewReader(text), h, Options{})
		}
		return d.JSON(bytes.NewReader(text), int64(len(text)), h, Options{})
	}
	kinds := map[string]bool{"a": true, "body": true, "scene": true, "shape": true}
	var d Reader
	one, two := typing{listing{record{at: true, kinds: kinds, stop: stop}}}, typing{listing{record{at: true, kinds: kinds, stop: stop}}}
	err := read(&d, &one)
	err2 := piped(&two, func(h Handler) error { return read(&d, h) })
	straight, byPipe = fmt.Sprint(one.out.String(), err), fmt.Sprint(two.out.String(), err2)
	if f == XML || byPipe != straight {
		return straight, byPipe
	}
	// By chance objects were taken apart here or there; now all of them are.
	for _, n := range []int{0, batches + 1} {
		two = typing{listing{record{at: true, kinds: kinds, stop: stop}}}
		p := newPipe(&two)
		p.scarce = n
		err2 = p.run(func(h Handler) error { return read(&d, h) })
		if byPipe = fmt.Sprint(two.out.String(), err2); byPipe != straight {
			break
		}
	}
	return straight, byPipe
}

func TestAPipeTellsTheSameEventsInTheSameOrder(t *testing.T) {
	texts := []string{`<a/>`, `{"a":[[{"b":1},{"b":2}],[],[{"a":[3,[{}]]}]]}`, `<a b="1" c="x&amp;y">t<d/>u</a>`, ``, `<a><b></a>`, `[1,[2,[],"x"],{"a":[[[3]],4,null]}]`,
		`{"type":"a","l":[1,2,[3,4,[5]],[6]],"s":"\u00e4"}`, `{"a":[1,{"b":2},true]}`, `{"a":1,"a":2}`, `{`, `"x"`}
	for _, text := range texts {
		f := XML
		if text != "" && strings.Contains(`{["`, text[:1]) {
			f = JSON
		}
		for stop := range 12 {
			straight, byPipe := readBoth([]byte(text), f, stop)
			require.Equal(t, straight, byPipe, "%s, stopped at call %d", text, stop)
		}
	}
}

func TestAPipeCarriesMoreThanItsBatchesHold(t *testing.T) {
	for _, f := range []gen.Format{gen.XML, gen.JSON} {
		text := level(t, f, 150<<10)
		format := XML
		if f == gen.JSON {
			format = JSON
		}
		for _, stop := range []int{0, 1, batchEvents - 1, batchEvents, batchEvents + 1, 3*batchEvents + 7} {
			straight, byPipe := readBoth(text, format, stop)
			require.Equal(t, straight, byPipe)
		}
		straight, byPipe := readBoth(text[:len(text)-200], format, 0)
		require.Equal(t, straight, byPipe, "cut short")
	}
	long := `<a b="` + strings.Repeat("x", (batches+2)*batchBytes) + `">` + strings.Repeat("y", 9*batchBytes) + `</a>`
	straight, byPipe := readBoth([]byte(long), XML, 0)
	require.Equal(t, straight, byPipe)
	many := `{"a":[` + strings.Repeat("1,", 10*batchEvents) + `1]}`
	straight, byPipe = readBoth([]byte(many), JSON, 0)
	require.Equal(t, straight, byPipe)
}

// A long list is lent: the handler gets the reader's own, once, and in its turn.
func TestAPipeLendsLongLists(t *testing.T) {
	for _, list := range []string{`"a",true,null`, `"a",true,null,2`, `[["a"],["b","c"]]`, `["a","b"],"c"`, strings.Repeat(`"x",[null],`, batchEvents) + `true`} {
		text := `{"a":[{"b":1},{"b":[` + list + `],"c":2}],"d":["e"],"f":[` + list + `]}`
		for stop := range 12 {
			read := func(h Handler) error { return readJSON([]byte(text), h, Options{}) }
			one, two := listing{record{at: true, stop: stop}}, listing{record{at: true, stop: stop}}
			err := read(&one)
			p := newPipe(&two)
			p.most = 3
			err2 := p.run(read)
			require.True(t, one.out.String() == two.out.String(), "%.30s, stopped at call %d", list, stop)
			require.Equal(t, err, err2)
		}
	}
	var items [mostItems]Value
	for _, c := range []struct {
		v    Value
		lent bool
	}{
		{Value{Kind: List, Items: items[:]}, false},
		{Value{Kind: List, Items: append(items[:], Value{Kind: Null})}, true},
		{Value{Kind: List, Items: []Value{{Kind: List, Items: items[:]}}}, true},
	} {
		var got *Value
		err := piped(handed{func(v *Value) { got = v }}, func(h Handler) error {
			require.True(t, h.Value([]byte("a"), &c.v))
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, c.lent, got == &c.v)
	}
}

// handed tells which value it is called with.
type handed struct{ value func(*Value) }

func (handed) Kind([]byte) bool        { return false }
func (handed) Open([]byte, int64) bool { return true }
func (handed) Text(*Value) bool        { return true }
func (handed) Close(int64) bool        { return true }
func (h handed) Value(_ []byte, v *Value) bool {
	h.value(v)
	return true
}

func TestALargeFileIsReadAheadIfThatIsWanted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.xml")
	text := "<a>" + strings.Repeat("<b/>\n", 1000) + "</a"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	f, err := Open(path)
	require.NoError(t, err)
	defer f.Close()
	var d Reader
	var told [2]string
	for i := range told {
		r := record{at: true}
		err := f.Read(&d, &r, Options{Ahead: int64(i)})
		var e *Error
		require.True(t, errors.As(err, &e))
		told[i] = fmt.Sprint(r.out.String(), e.Off, e)
	}
	require.Equal(t, told[0], told[1])
	require.False(t, f.IsReadAhead(Options{}))
	require.False(t, f.IsReadAhead(Options{Ahead: int64(len(text))}))
	require.Equal(t, runtime.GOMAXPROCS(0) > 1, f.IsReadAhead(Options{Ahead: int64(len(text)) - 1}))
}
