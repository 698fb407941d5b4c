package source

import (
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
