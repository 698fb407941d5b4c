package infer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
)

// A part of a thing may be called like the thing. It is no such thing, and the thing does
// not contain itself.
func TestAKeyThatComesBackIsNoRecursion(t *testing.T) {
	r := from(t, `{"v": 1, "things": {
		"crate": {"hp": 5, "tag": "a b", "parts": {"lid": {"mass": 1}, "crate": {"script": "crate.lua"}}},
		"door":  {"hp": 7, "tag": "c d", "parts": {"lid": {"mass": 2}}},
		"lamp":  {"hp": 9, "tag": "e f", "parts": {"lid": {"mass": 4}}}
	}}`)
	require.Equal(t, lines(
		"root/.: things.entries span map, v u8",
		"root.things.entries: key str key, tag str, parts.crate.script str, parts.lid.mass u8, hp u8",
	), shape(r))
	require.Empty(t, r.Notes)
}

func TestAKeyThatComesBackAgainIsRecursion(t *testing.T) {
	r := from(t, `{"v": 1, "node": {"x": 1, "sub": {"y": 1, "node": {"x": 2, "sub": {"y": 2, "node": {"x": 3}}}}}}`)
	require.Equal(t, lines(
		"root/.: v u8",
		"node: parent anyref(root sub) parent, x u8",
		"sub: parent ref(node) parent, y u8",
	), shape(r))
	require.Empty(t, r.Notes)
}

// An object with very many members is a map even if one of them contains itself.
func TestAMapThatContainsItselfIsNotLostSilently(t *testing.T) {
	var members []string
	for i := range 600 {
		members = append(members, fmt.Sprintf(`"k%d": {"k%[1]d": {"k%[1]d": {"k%[1]d": {"x": 1}}}}`, i))
	}
	r := from(t, `{"v": 1, "m": {`+strings.Join(members, ", ")+`}}`)
	require.Equal(t, []string{"! root.m.entries.entries.entries: it stands too deep in itself or has nothing in it; it has no place"}, notes(r))
}

// What stands in one another under names that are keys here and kinds there.
func TestNamesThatComeBackBuild(t *testing.T) {
	for _, text := range []string{
		`{"Strings": {"range": {"Strings": {"Strings": [{"a_b": "x"}], "a_b": [{}]}}, "Strings": {}}}`,
		`{"room": {"d": {"rooms": {"2": {"type": "x"}}}}, "states": {"d": {"rooms": {"b": {"rooms": {"d": {"id": "2"}}}}}}}`,
		`{"room": [{"id": "2", "rooms": [{"rooms": {"a": {"to": "c"}}}, {"y": 4}]}]}`,
		`{"items": {"c": {"room": {"2": {"key": "a", "rooms": {"d": {"next": ["a", "d"]}}}}}}, "room": [{"": {"10": {}, "2": {"key": "d"}}}]}`,
		`{"rooms": {"1": {"items": {"a": {"": {"c": {}}, "states": {"next": "c"}}}}, "2": {"rooms": {"a": {"states": {"1": {}, "10": {"y": 0}}}}},
			"c": {"items": {"1": {"room": [{}]}}, "rooms": {"1": {"rooms": {"a": {}}}}}}}`,
	} {
		files := spool(t, text)
		r, err := infer.Files(context.Background(), files, infer.Options{})
		require.NoError(t, err)
		policy := compile.UnknownError
		if strings.Contains(strings.Join(notes(r), ""), "!") {
			policy = compile.UnknownKeep
		}
		require.NotContains(t, build(t, r.Schema, policy, files...), "ERROR", text)
	}
}

// An item of a list is enough for a place that comes back, in whatever file it stands.
func TestWhatComesBackDoesNotDependOnTheOrderOfTheFiles(t *testing.T) {
	a, b := `{"x":[{"x":[{"n":1}]}]}`, `{"x":[{"x":{"target":"r2","y":{"q":1}},"y":{"q":300}}]}`
	for _, files := range [][]string{{a, b}, {b, a}} {
		_, fields, _ := strings.Cut(shape(requireBuilds(t, files, false)), "x: ")
		require.ElementsMatch(t, []string{"parent ref(x) parent", "n u8", "target str", "y.q u16"}, strings.Split(fields, ", "))
	}
}

// An object that turns out to be a map while it is read may be one of its own values.
func TestAMapMayContainItself(t *testing.T) {
	var members strings.Builder
	for i := range 511 {
		fmt.Fprintf(&members, `"k%d": {"x%[1]d": 1}, `, i)
	}
	for _, last := range []string{`"a": [{}], "z": {"x": 1}`, `"a": [{}], "z": "t"`, `"a": [{"x": 5}]`} {
		r := requireBuilds(t, []string{`{"v": 1, "a": [{` + members.String() + last + `}]}`}, false)
		require.Contains(t, strings.Join(notes(r), "\n"), "! root.a.entries: it stands too deep in itself")
	}
}

// What stands in one another in every order has a place for each way into it.
func TestManyWaysIntoOneAnotherAreNotAllTaken(t *testing.T) {
	var all []string
	for i := range 10 {
		for j := range 10 {
			if i != j {
				all = append(all, fmt.Sprintf(`{"b%[2]c": [{"o": [{"b%[1]c": [{"b%[2]c": [{}]}]}]}]}`, 'a'+i, 'a'+j))
			}
		}
	}
	start := time.Now()
	r := from(t, `{"v": 1, "m": {"1": {"o": [`+strings.Join(all, ", ")+`]}, "2": {}}}`)
	require.Less(t, time.Since(start), 15*time.Second) // less than a tenth of one where nothing else runs
	require.Equal(t, "root/.: m.entries span map, v u8\nroot.m.entries: key str key", shape(r))
}
