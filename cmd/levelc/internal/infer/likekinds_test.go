package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What stands in a group is what stands outside of groups under the same name.
func TestElementsThatAreLikeNodesOfTheirNameAreNodes(t *testing.T) {
	const lights = `<light x="1" y="2" r="3"/><light x="2" y="2" r="4"/>`
	for _, in := range []string{
		`<g n="1">` + lights + `</g>`,
		`<g n="1"><light x="4" y="4" r="1"/></g>`,
		`<g n="1"><g n="2"><light x="4" y="4" r="1"/></g></g>`,
		`<g n="1"><light x="4" y="4" r="1" z="7"/></g>`,
	} {
		r := requireBuilds(t, []string{`<s>` + lights + in + `<g n="3"/></s>`}, false)
		require.Regexp(t, `(?m)^light: x u8, y u8, r u8|^light: parent`, shape(r), in)
		require.NotRegexp(t, `(?m)^g.light|^g:.*light`, shape(r), in)
	}
	for _, in := range []string{
		`<g n="1"><light x="4" d="1"/></g>`,                    // another thing
		`<g n="1"><in><light x="4" y="4" r="1"/></in></g>`,     // not in a node
		`<g n="1"><light><x>4</x><y>4</y><r>1</r></light></g>`, // no attributes
	} {
		r := requireBuilds(t, []string{`<s>` + lights + in + `<g n="3"/></s>`}, false)
		require.Regexp(t, `(?m)^g:.*light`, shape(r), in)
	}
	points := `<p x="1" y="2"/><p x="3" y="2"/>`
	r := requireBuilds(t, []string{`<s>` + points + `<road n="1">` + points + `</road></s>`}, false)
	require.Regexp(t, `(?m)^road:.*p span`, shape(r), "points make lines, however many there are")

	r = requireBuilds(t, []string{`{"lights":[{"x":1,"r":2},{"x":3,"r":4}],"groups":[{"n":1,"lights":[{"x":1,"r":2}]},{"n":2,"lights":[]}]}`}, false)
	require.Regexp(t, `(?m)^light/lights: `, shape(r))
	require.NotRegexp(t, `(?m)^group.*light`, shape(r))
	r = requireBuilds(t, []string{`{"light":[{"x":1,"r":2},{"x":3,"r":4}],"groups":[{"n":1,"light":{"x":1,"r":2}},{"n":2}]}`}, false)
	require.Regexp(t, `(?m)^group.*light`, shape(r), "there is only one under a key of its own")
}

func TestTheObjectsOfAnOutermostListHaveIDs(t *testing.T) {
	r := requireBuilds(t, []string{`[{"id":"a","next":"b"},{"id":"b","next":"c"},{"id":"c","next":"a"}]`}, false)
	require.Equal(t, "root/.: id str id, next ref(root)", shape(r))
}

func TestKeysThatArePlacesAreData(t *testing.T) {
	for _, cells := range []string{`{"0,0":{"t":1},"-1,2":{"t":2}}`, `{"0, 0":1,"1, 0":2}`, `{"0,0,7":[1],"0,0,8":[2,3]}`} {
		require.Contains(t, shown(t, `{"type":"s","n":1,"cells":`+cells+`}`), "span map", cells)
	}
	for _, no := range []string{`{"0,":{"t":1},",2":{"t":2}}`, `{"0,0":{"t":1},"a":{"t":2}}`, `{"0,0":{"t":1}}`} {
		require.NotContains(t, shown(t, `{"type":"s","n":1,"cells":`+no+`}`), "span map", no)
	}
}
