package source

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnArrayOfNumbersMayBeAText(t *testing.T) {
	for doc, want := range map[string]int{
		`{"a":[1,-2.5, 3e4 ,0]}`: 1, `{"a":[1]}`: 1, `[1,2]`: 1, `{"a":[{"b":[1,2]},[3,4],5,[]]}`: 2,
		`{"a":[]}`: 0, `{"a":[1,"2"]}`: 0, `{"a":[1,null,2]}`: 0, `{"a":[[1,2],[3]]}`: 0, `{"a":[1,2,[3]]}`: 0, `{"a":[1,2,{"b":3}]}`: 0,
	} {
		for _, o := range []Options{{}, {window: -1}} {
			plain, packed := &record{at: true}, &record{at: true}
			require.NoError(t, readJSON([]byte(doc), plain, o))
			o.Numbers = 1
			require.NoError(t, readJSON([]byte(doc), packed, o))
			require.Equal(t, plain.out.String(), packed.out.String(), doc)
			require.Zero(t, plain.numbers)
			require.Equal(t, want, packed.numbers, doc)
			piped1 := &record{at: true}
			require.NoError(t, piped(piped1, func(h Handler) error { return readJSON([]byte(doc), h, o) }))
			require.Equal(t, packed.out.String(), piped1.out.String())
			require.Equal(t, want, piped1.numbers)
		}
	}
}

func TestTheRowsOfAnArrayMayBeTexts(t *testing.T) {
	for doc, want := range map[string]int{
		`{"a":[[1,2],[3],[4,5,6]]}`: 2, `{"a":[[1,2,3],7,[4,"5"]]}`: 1, `{"a":[[[1,2]],[],[3,4]]}`: 1, `[[1,2],[3,4]]`: 2,
		`{"a":[1,2]}`: 1, `{"a":[[1],[2],[]]}`: 0, `{"a":[[1,2],{"b":[3,4]}]}`: 2,
	} {
		for _, window := range []int{0, -1} {
			plain, packed := &record{at: true}, &record{at: true}
			require.NoError(t, readJSON([]byte(doc), plain, Options{window: window}))
			o := Options{window: window, Numbers: 2, Rows: true}
			require.NoError(t, readJSON([]byte(doc), packed, o))
			require.Equal(t, plain.out.String(), packed.out.String(), doc)
			require.Equal(t, want, packed.numbers, doc)
			piped1 := &record{at: true}
			require.NoError(t, piped(piped1, func(h Handler) error { return readJSON([]byte(doc), h, o) }))
			require.Equal(t, packed.out.String(), piped1.out.String())
			require.Equal(t, want, piped1.numbers, doc)
		}
	}
	require.NoError(t, readJSON([]byte(`[[],[1]]`), none{}, Options{Rows: true}))
}

func TestAnArrayOfNumbersThatIsATextIsNotBoundByItsItems(t *testing.T) {
	doc := `{"a":[` + strings.Repeat("1,", 100) + `2]}`
	for _, window := range []int{0, -1} {
		o := Options{Limits: Limits{Items: 50}, window: window}
		require.ErrorIs(t, readJSON([]byte(doc), none{}, o), ErrLimit)
		o.Numbers = 1
		require.NoError(t, readJSON([]byte(doc), none{}, o))
		require.ErrorIs(t, readJSON([]byte(strings.Replace(doc, "2]", "null]", 1)), none{}, o), ErrLimit)
		o.Limits.Token = 60
		require.ErrorIs(t, readJSON([]byte(doc), none{}, o), ErrLimit)
	}
}

func TestAHandlerStopsAtAnArrayThatIsAText(t *testing.T) {
	for _, o := range []Options{{Numbers: 1}, {Numbers: 1, window: -1}} {
		rec := &record{stop: 2}
		require.ErrorIs(t, readJSON([]byte(`{"a":[1,2],"b":3}`), rec, o), ErrStopped)
		require.Equal(t, "open \"\"\n  \"a\" = [1 2]\n", rec.out.String())
	}
}

// partly puts the parts of a list together again.
type partly struct {
	record
	held           []byte
	parts, largest int
	stops          bool // at the first part
}

func (p *partly) Value(name []byte, v *Value) bool {
	p.largest = max(p.largest, len(v.Bytes))
	if v.More || p.held != nil {
		p.parts++
		p.held = append(p.held, v.Bytes...)
		if v.More {
			return !p.stops
		}
		v, p.held = &Value{Kind: v.Kind, Bytes: p.held, At: v.At}, nil
	}
	return p.record.Value(name, v)
}

func TestALongArrayOfNumbersComesInParts(t *testing.T) {
	const size = 1000 // of a number, the largest there are
	long := strings.Repeat(strings.Repeat("7", size-1)+",", 200)
	full := (PartSize/size + 1) * size
	for _, o := range []Options{{}, {window: -1}} {
		for doc, parts := range map[string]int{
			`{"a":[` + long + `6],"b":[1,2]}`:         4,
			`[` + long + long + `6]`:                  7,
			`{"a":[{"b":[` + long + `6]},{"c":[7]}]}`: 4,
			`{"a":[{},[` + long + `6]]}`:              0, // those in lists come whole
			`{"a":[[` + long + `6],[7]]}`:             0,
			`{"a":["x",` + long + `6]}`:               0,
			`{"a":[` + long[:full] + `6]}`:            2,
			`{"a":[` + long[:full-size] + `6]}`:       0,
		} {
			plain, inParts, behind := &record{at: true}, &partly{record: record{at: true}}, &partly{record: record{at: true}}
			o.Numbers, o.Parts = 1, 0
			require.NoError(t, readJSON([]byte(doc), plain, o))
			o.Parts = PartSize
			require.NoError(t, readJSON([]byte(doc), inParts, o))
			require.True(t, plain.out.String() == inParts.out.String(), doc[:20])
			require.Equal(t, parts, inParts.parts, doc[:20])
			if parts > 0 {
				require.LessOrEqual(t, inParts.largest, full)
			}
			require.NoError(t, piped(behind, func(h Handler) error { return readJSON([]byte(doc), h, o) }))
			require.True(t, plain.out.String() == behind.out.String(), doc[:20])
			require.Equal(t, parts, behind.parts)
		}
		for _, odd := range []string{`null`, `"7"`, `[7]`, `{}`} {
			doc := `{"a":[` + long + odd + `]}`
			require.ErrorContains(t, readJSON([]byte(doc), none{}, o), "bytes of numbers has something else in it (at byte "+strconv.Itoa(len(`{"a":[`)+len(long))+")", odd)
			require.ErrorIs(t, readJSON([]byte(doc), &partly{stops: true}, o), ErrStopped)
		}
		require.ErrorContains(t, readJSON([]byte(`{"a":[`+long), none{}, o), "end")
	}
}

// The rows of a large map are not limited by how many numbers they have.
func TestRowsCountAsOneItem(t *testing.T) {
	row := "[" + strings.Repeat("7,", 59) + "7]"
	text := []byte(`{"a":[` + strings.Repeat(row+",", 9) + row + `]}`)
	for _, window := range []int{0, -1} {
		read := func(o Options) error {
			o.window, o.Limits = window, Limits{Items: 100}
			return readJSON(text, none{}, o)
		}
		require.NoError(t, read(Options{Numbers: 60, Rows: true}))
		require.ErrorContains(t, read(Options{Numbers: 61, Rows: true}), "more than 100 values")
		require.ErrorContains(t, read(Options{Numbers: 60}), "more than 100 values")
	}
}
