package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Tools write colours now as a string and now as a list. By itself, such a string may be
// anything.
func TestColoursBesideLists(t *testing.T) {
	for _, c := range []struct{ lamps, want string }{
		{`{"c": "#ff8000"}, {"c": [0, 255, 7]}`, "u8[3]"},
		{`{"c": [0, 255, 7, 255]}, {"c": "#FF8000"}, {"c": "#00ff00"}, {}`, "u8[4]"},
		{`{"c": "#ff8000"}, {"c": "#00ff00"}`, "str"},
		{`{"c": "#ff8000"}, {"c": "red"}, {"c": [0, 255, 7]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": ""}, {"c": [0, 255, 7]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": "#ff8000ff"}, {"c": [0, 255, 7]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": 5}, {"c": [0, 255, 7]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": [0, 256, 7]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": [0, 0.5, 1]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": [0, -1, 1]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": [1, 2]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": [1, 2, 3]}, {"c": [1, 2, 3, 4]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": [1, 2, "3"]}`, "span any of value str text"},
		{`{"c": "#ff8000"}, {"c": ["#ff8000", "#00ff00", "#0000ff"]}`, "span any of value str text"},
	} {
		r := requireBuilds(t, []string{`{"lamp": [` + c.lamps + `]}`}, false)
		require.Equal(t, c.want, column(t, r, "lamp", "c"), c.lamps)
	}
	r := requireBuilds(t, []string{`{"lamp": [{"c": "#ff8000"}]}`, `{"lamp": [{"c": [1, 2, 3]}]}`}, false)
	require.Equal(t, "u8[3]", column(t, r, "lamp", "c"))
}

// A colour is bytes, whatever it is called and whatever stands beside it.
func TestColoursAreNoCoordinates(t *testing.T) {
	r := requireBuilds(t, []string{`{"lamp": [{"x": 1000, "y": [1, 2, 3]}, {"x": 20, "y": "#ff8000"}]}`}, false)
	require.Equal(t, "lamp: x u16, y u8[3]", shape(r))
	r = requireBuilds(t, []string{`{"lamp": [{"n": 1, "c": {"x": 1, "y": 30, "z": 2}}, {"n": 2, "c": [1, 2, 3]}, {"n": 3, "c": "#ff8000"}]}`}, false)
	require.Equal(t, "lamp: n u8", shape(r))
	require.Equal(t, []string{"! lamp.c: a value here and an element or object there; neither has a place, unless one of them is renamed"}, notes(r))
}
