package source

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a run is, in the words of a reader that takes one character after another.
func slowRun(b string) (end, nums int, open bool) {
	const blank = " \t\r\n"
	for i := 0; ; {
		for i < len(b) && strings.IndexByte(blank, b[i]) >= 0 {
			i++
		}
		first := i
		for i < len(b) && numberChar(b[i]) {
			i++
		}
		last := i
		if last == len(b) {
			return end, nums, true
		}
		if !jsonNumber([]byte(b[first:last])) || last-first > longestOne {
			return end, nums, false
		}
		for i < len(b) && strings.IndexByte(blank, b[i]) >= 0 {
			i++
		}
		if i == len(b) {
			return end, nums, true
		}
		if b[i] != ',' && b[i] != ']' {
			return end, nums, false
		}
		end, nums = last, nums+1
		if b[i] == ']' {
			return end, nums, false
		}
		i++
	}
}

func TestARunEndsWhereNoNumberComes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"1", "0", "-3", "00", "7.5", "12345678", "123456789012", "1e9", "1.", strings.Repeat("9", 41), "null", "[", "x", "\"", " ", "\n\t ", "]", ""}
	open, long := 0, 0
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[min(r.IntN(30), r.IntN(len(pieces)))])
			b.WriteString([]string{",", ",", ", ", ",\n  ", " ,", ""}[r.IntN(6)])
		}
		end, nums, is := numberRun([]byte(b.String()))
		wantEnd, wantNums, wantOpen := slowRun(b.String())
		require.Equal(t, []any{wantEnd, wantNums, wantOpen}, []any{end, nums, is}, "%q", b.String())
		if nums > 6 {
			long++
		}
		if is {
			open++
		}
	}
	require.Greater(t, open, 1000)
	require.Greater(t, long, 30)
}

// flatly keeps the numbers of all values, and how they came.
type flatly struct {
	none
	all   []byte
	texts int
}

func (f *flatly) Value(_ []byte, v *Value) bool {
	f.keep(v)
	return true
}

func (f *flatly) keep(v *Value) {
	switch v.Kind {
	case List:
		f.all = append(f.all, '[')
		for i := range v.Items {
			f.keep(&v.Items[i])
		}
		f.all = append(f.all, ']')
	case Numbers:
		f.texts++
		fallthrough
	default:
		f.all = append(append(f.all, bytes.TrimSuffix(v.Bytes, comma)...), ',') // a part ends with a comma
	}
}

// However long a list is, and wherever the windows of the reader end in it.
func TestALongListOfNumbersIsReadInRuns(t *testing.T) {
	const few = "1,22,333, 4444,\n"
	for _, doc := range []string{
		`{"a":[` + strings.Repeat(few, 10_000) + `5]}`,
		`{"a":[` + strings.Repeat(`[`+strings.Repeat(few, 2_500)+"7],", 8) + `[8]]}`,
		`{"a":[` + strings.Repeat(`[`+strings.Repeat(few, 2_500)+"7],", 4) + `[[` + few + few + few + `9],"x"]]}`,
	} {
		for _, o := range []Options{{Numbers: 2, Rows: true}, {Numbers: 1 << 20, Rows: true}, {Numbers: 2}, {}, {Numbers: 2, Parts: 100_000}} {
			runs, plain := &flatly{}, &flatly{}
			require.NoError(t, readJSON([]byte(doc), runs, o))
			o.window = -1
			require.NoError(t, readJSON([]byte(doc), plain, o))
			require.True(t, bytes.Equal(plain.all, runs.all), "%v", o)
			if o.Parts == 0 { // the reader chooses where to divide a list
				require.Equal(t, plain.texts, runs.texts, "%v", o)
			}
		}
	}
}
