package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What an outline holds is read without fastjson, and is told as it would be with it.
func TestOutline(t *testing.T) {
	long := "1" + strings.Repeat("0", longestOne)
	many := `{"a0":0`
	for i := 1; i <= fewSiblings; i++ {
		many += `,"a` + strings.Repeat("x", i) + `0":0`
	}
	for _, c := range []struct {
		text  string
		plain bool
	}{
		{`{}`, true},
		{`{ "a" : 1 , "b" : -2.5e3 , "c" : true , "d" : false , "e" : null , "f" : "x" }`, true},
		{"{\"a\":12345678,\"b\":1234567,\"c\":\"\u00e4\",\"d\":\"\\n\\\"\",\"e\":\"\"\n}", true},
		{`{"a":[],"b":[1],"c":[ 1 , 2.5 , -3 ],"d":["x",1,null],"e":[true]}`, true},
		{`{"a":[[1,2],[3,[]],["x"],[[]]],"b":[[1],2]}`, true},
		{`{"a":[` + long + `],"b":[[` + long + `,1]],"c":` + long + `}`, true},
		{`{"a":{"b":{}},"c":[{"d":1},{},{"e":[{"f":2}]}]}`, true},
		{`{"x":1,"type":"body","y":2}`, true},
		{`{"type":"n\u006f","y":2}`, true},
		{`{"type":{"type":"body"},"y":[{"type":"other"}]}`, true},
		{`{"aXc":1,"aYc":2,"abc":3,"dbc":4,"dXc":5,"ebc":6,"fbc":7,"gbc":8,"hbc":9}`, true},
		{many + `}`, false},
		{`{"\u0061":1}`, false},
		{`{"a":["\n"]}`, false},
		{`{"a":[1,{}]}`, false},
		{`{"a":[{},1]}`, false},
		{`{"a":[[{}]]}`, false},
		{`{"a":1,"b":2,"a":3}`, false},
		{`{"a":01}`, false}, {`{"a":1.}`, false}, {`{"a":-}`, false}, {`{"a":[01]}`, false}, {`{"a":[1,]}`, false}, {`{"a":[,]}`, false},
		{`{"a":tru}`, false}, {`{"a":nul1}`, false}, {`{"a"}`, false}, {`{"a":}`, false}, {`{"a":1,}`, false}, {`{,}`, false}, {`{"a":1 "b":2}`, false},
		{`{"a":\}`, false}, {`{"a":[1 2]}`, false}, {`{"a":[1}`, false}, {`{1:2}`, false},
	} {
		for _, o := range []Options{{}, {Numbers: 1}, {Numbers: 2, Rows: true}, {Keys: true}, {Types: true}} {
			var out outline
			o.Limits, o.KindMember = o.Limits.withDefaults(), TypeMember
			isPlain := out.isPlain([]byte(c.text), &o)
			if o.Numbers == 0 || !strings.Contains(c.text, long) { // or the numbers are one text
				require.Equal(t, c.plain, isPlain, c.text)
			}
			var want, got record
			var r Reader
			for rec, window := range map[*record]int{&want: -1, &got: 0} {
				o.window = window
				rec.at, rec.kinds = true, testKinds
				err := r.JSON(strings.NewReader(c.text), int64(len(c.text)), rec, o)
				rec.call("%v", err)
			}
			if isPlain {
				require.Equal(t, want.out.String(), got.out.String(), c.text)
			}
		}
	}
}

// Objects that are not plain are soon read without a try, and others are tried again.
func TestOutlineWaits(t *testing.T) {
	var out outline
	o := Options{Limits: Limits{}.withDefaults(), KindMember: TypeMember}
	tries := func(text string) (n int) {
		for range 1000 {
			wait := out.wait
			out.isPlain([]byte(text), &o)
			if wait == 0 {
				n++
			}
		}
		return n
	}
	require.Less(t, tries(`{"\n":1}`), 30)
	require.Greater(t, tries(`{"n":1}`), 900)
}
