package source

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// joins puts the parts of arrays together again.
type joins struct {
	record
	joiner Joiner
	parts  int
	stops  bool // at the first part
}

func (j *joins) Value(name []byte, v *Value) bool {
	if v.More {
		j.parts++
	}
	if v = j.joiner.Join(v); v == nil {
		return !j.stops
	}
	return j.record.Value(name, v)
}

// anyList writes a random array without objects.
func anyList(r *rand.Rand, depth int) string {
	var items []string
	for range r.IntN(7) {
		switch k := r.IntN(9); {
		case k < 3:
			items = append(items, strconv.Itoa(r.IntN(1000)))
		case k == 3:
			items = append(items, "true")
		case k == 4:
			items = append(items, "null")
		case k == 5:
			items = append(items, `"a \n `+strings.Repeat("b", r.IntN(40))+`"`)
		case k == 6:
			items = append(items, strings.TrimSuffix(strings.Repeat("12,", 1+r.IntN(40)), ","))
		case depth > 0:
			items = append(items, anyList(r, depth-1))
		}
	}
	return "[" + strings.Join(items, []string{",", ", "}[r.IntN(2)]) + "]"
}

func TestALongArrayComesInParts(t *testing.T) {
	divided := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 0))
		list := anyList(r, 3)
		doc := []string{`{"a":%s,"b":[1,2]}`, `%s`, `{"a":[{"b":%s},{"c":["x","y","z"]}]}`, `{"a":[{},%s]}`, `{"a":{"type":"k","b":%s,"c":1}}`}[r.IntN(5)]
		doc = fmt.Sprintf(doc, list)
		o := Options{window: -1, Numbers: 1 + r.IntN(20), Rows: r.IntN(2) == 0}
		var plain, inParts, behind joins
		for _, j := range []*joins{&plain, &inParts, &behind} {
			j.at = true
		}
		require.NoError(t, readJSON([]byte(doc), &plain, o), doc)
		require.Zero(t, plain.parts)
		o.ListParts = 1 + r.IntN(4)
		require.NoError(t, readJSON([]byte(doc), &inParts, o), doc)
		require.Equal(t, plain.out.String(), inParts.out.String(), doc)
		require.NoError(t, piped(&behind, func(h Handler) error { return readJSON([]byte(doc), h, o) }))
		require.Equal(t, plain.out.String(), behind.out.String(), doc)
		require.Equal(t, inParts.parts, behind.parts)
		if inParts.parts > 0 {
			divided++
			require.ErrorIs(t, readJSON([]byte(doc), &joins{stops: true}, o), ErrStopped)
		}
	}
	require.Greater(t, divided, 200)
}

// Numbers may be so long that a part is full before there are as many as Options.Numbers
// asks for. The last part is Numbers as well, or whoever joins them loses the first.
func TestFewNumbersMayComeInParts(t *testing.T) {
	for _, doc := range []string{`{"a":[12345,678,9]}`, `{"a":[12345,678]}`, `{"a":[12345,678,9,10,11]}`} {
		for window := range 2 {
			var plain, inParts joins
			o := Options{window: window - 1, Numbers: 5}
			require.NoError(t, readJSON([]byte(doc), &plain, o))
			o.Parts = 4
			require.NoError(t, readJSON([]byte(doc), &inParts, o))
			require.Equal(t, plain.out.String(), inParts.out.String(), doc)
			require.Equal(t, window == 0, inParts.parts > 0)
		}
	}
}

func TestAnArrayThatComesInPartsHasNoObjects(t *testing.T) {
	o := Options{window: -1, Numbers: 100, ListParts: 3}
	for doc, at := range map[string]int{
		`{"a":["x",true,7,[],[[{}]]]}`:   22,
		`{"a":["x",true,7,8,{"b":1},2]}`: 19,
	} {
		err := readJSON([]byte(doc), none{}, o)
		require.ErrorIs(t, err, ErrLimit)
		require.ErrorContains(t, err, fmt.Sprintf("a list that begins with 3 values, or 48 bytes of them, has an object in it (at byte %d)", at), doc)
	}
	for _, doc := range []string{`{"a":["x",true,null,{}]}`, `{"a":[{},"x",true,null,7,{}]}`, `{"a":[["x",true,null,7,{}]]}`} {
		var plain, same joins
		require.NoError(t, readJSON([]byte(doc), &plain, Options{window: -1, Numbers: 100}))
		require.NoError(t, readJSON([]byte(doc), &same, o), doc)
		require.Zero(t, same.parts)
		require.Equal(t, plain.out.String(), same.out.String())
	}
}

// Each part has limits of its own: long rows of numbers may be of any number.
func TestAnArrayInPartsMayBeOfAnyLength(t *testing.T) {
	row := "[" + strings.Repeat("7.25,", 299) + "7]"
	text := []byte(`{"a":[` + strings.Repeat(row+",", 99) + row + `]}`)
	o := Options{Numbers: 256, Rows: true, Limits: Limits{Items: 2000, Token: 8000}}
	for _, o.window = range []int{0, -1} {
		o.ListParts = 0
		require.ErrorContains(t, readJSON(text, none{}, o), "more than 8000 bytes")
		o.ListParts = 100
		var all joins
		require.NoError(t, readJSON(text, &all, o))
		require.Equal(t, 49, all.parts, "of two rows each, 3,000 bytes")
	}
	words := []byte(`{"a":[` + strings.Repeat(`"x",`, 5000) + `[1]]}`)
	require.NoError(t, readJSON(words, none{}, o))
	o.ListParts = 0
	require.ErrorContains(t, readJSON(words, none{}, o), "more than 2000 values")
}
