package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	refs    = "span of value ref(room) text"
	numbers = "span of value u8 text"
)

// room makes the rooms 7, 3, 9 and 4, of which three have a list under a name.
func room(name, a, b, c string) (xml, json string) {
	xml = fmt.Sprintf(`<s><room id="7" %[1]s="%[2]s"/><room id="3" %[1]s="%[3]s"/><room id="9" %[1]s="%[4]s"/><room id="4"/></s>`, name, a, b, c)
	list := func(s string) string { return "[" + strings.ReplaceAll(s, " ", ", ") + "]" }
	json = fmt.Sprintf(`{"rooms": [{"id": 7, %[1]q: %[2]s}, {"id": 3, %[1]q: %[3]s}, {"id": 9, %[1]q: %[4]s}, {"id": 4}]}`, name, list(a), list(b), list(c))
	return xml, json
}

func TestListsOfNumbersAreReferencesIfTheirNameSaysSo(t *testing.T) {
	for name, want := range map[string]string{
		"links": refs, "targets": refs, "rooms": refs, "roomIds": refs, "room_ids": refs, "linkIds": refs, "doorRooms": refs, "next": refs, "exits": refs,
		"neighbours": refs, "neighborIds": refs, "children": refs, "Adjacent": refs, "refs": refs,
		"room": numbers, "sizes": numbers, "ids": numbers, "tileIds": numbers, "grids": numbers, "cells": numbers, "indices": numbers, "colours": numbers, "count": numbers,
	} {
		xml, json := room(name, "3 9", "7", "7 3 4")
		for _, level := range []string{xml, json, strings.ReplaceAll(xml, " 9", ",9")} {
			require.Equal(t, want, column(t, requireBuilds(t, []string{level}, false), "room", name), level)
		}
	}
}

func TestWhichListsOfNumbersAreReferences(t *testing.T) {
	for _, c := range []struct{ name, a, b, c, want, why string }{
		{"links", "3 9", "7", "7 3", refs, "three different ids"},
		{"links", "3 9", "9", "9 3", numbers, "two may be chance"},
		{"links", "3 9", "7", "5", numbers, "one is no id"},
		{"links", "3 9", "7 7", "3", numbers, "one is met twice in a list"},
		{"links", "3 9", "7", "3 9.0", "span of value f32 text", "one is no integer"},
		{"links", "3 9", "7 4", "3 4", refs, "lists of one length"},
		{"next", "3 9", "7 4", "3 4", "u8[2]", "these may be places, if they are called as one"},
		{"links", "3 -1 -1 9", "7", "3", refs + " -1", "what says none is no id"},
		{"links", "3 0", "7 9", "3", numbers, "0 says nothing"},
	} {
		xml, json := room(c.name, c.a, c.b, c.c)
		for _, level := range []string{xml, json} {
			require.Equal(t, c.want, writing(t, requireBuilds(t, []string{level}, false), "room", c.name), "%s: %s", c.why, level)
		}
	}
}

// Others of its own kind are counted as they stand in a file, or are called by their ids.
func TestListsOfNumbersNameTheKindOfTheirNode(t *testing.T) {
	const others = `<room id="1"/><room id="2"/><room id="3"/><lamp id="1"/><lamp id="2"/><lamp id="3"/>`
	for name, want := range map[string]string{"exits": "u8[3]", "links": "u8[3]", "rooms": refs, "roomIds": refs, "lampIds": "span of value ref(lamp) text"} {
		require.Equal(t, want, column(t, from(t, `<s>`+others+`<hall `+name+`="1 2 3"/><hall/></s>`), "hall", name), name)
	}
	both := from(t, `<s>`+strings.ReplaceAll(others, "<room", `<room exits="1 2 3" links="1 2 3"`)+`</s>`)
	require.Equal(t, refs, column(t, both, "room", "exits"))
	require.Equal(t, "u8[3]", column(t, both, "room", "links"), "of either kind")
	require.Equal(t, "u8[3]", column(t, from(t, `<s><lamp id="1"/><lamp id="2"/><lamp id="3"/><hall exits="1 2 3"/><hall/></s>`), "hall", "exits"))
}

// A name tells the kind where the ids of very many are alike.
func TestListsOfNumbersAmongManyKinds(t *testing.T) {
	r := requireBuilds(t, []string{`<s>` + manyIDs(300, "%[3]d") + `<j k17Ids="1 2 3" k18Ids="4 5 6"/><j/></s>`}, false)
	require.Equal(t, "span of value ref(k17) text", column(t, r, "j", "k17Ids"))
	require.Equal(t, "u8[3]", column(t, r, "j", "k18Ids"))
}

func TestListsOfNumbersInOtherForms(t *testing.T) {
	for _, c := range []struct{ level, name, want, why string }{
		{`<s><room id="7"><link>3</link><link>9</link></room><room id="3"><link>7</link></room><room id="9"/></s>`, "link", refs, "elements, each with a number"},
		{`<s><room id="7"><links>3 9</links></room><room id="3"><links>7</links></room><room id="9"/></s>`, "links", numbers, "the text of an element is one id"},
		{`{"rooms": [{"id": 7, "links": [3, 9]}, {"id": 3, "links": 7}, {"id": 9}]}`, "links", "span any of value ref(room) text", "a number here and a list there"},
		{`{"rooms": {"7": {"links": [3, 9]}, "3": {"links": [7]}, "9": {"links": []}}}`, "links", refs, "nodes under their keys"},
		{`{"rooms": [{"id": "7", "links": [3, 9]}, {"id": "3", "links": [7]}, {"id": "9"}]}`, "links", numbers, "the ids are strings"},
		{`{"rooms": [{"id": "7", "links": [3, 9]}, {"id": "3", "links": [7, 9]}, {"id": "9"}]}`, "links", "u8[2]", "lists of one length as well"},
		{`{"rooms": [{"id": "a", "links": ["a", 9]}, {"id": "9", "links": ["b"]}, {"id": "b"}]}`, "links", "span any of value str text", "numbers among strings"},
		{`{"rooms": [{"id": "a", "links": ["a", "b"]}, {"id": "9", "links": 9}, {"id": "b", "links": "9"}]}`, "links", "span any of value str text", "a number beside lists of strings"},
		{`<s><room id="1" links="1,234"/><room id="234" links="7"/><room id="7" links="1"/></s>`, "links", "str", "numbers with commas for thousands"},
		{`<s><room id="7"><link>3</link><link>9</link></room><room id="3" link="7 9"/><room id="9"/></s>`, "link", numbers, "lists beside such elements"},
	} {
		require.Equal(t, c.want, column(t, requireBuilds(t, []string{c.level}, false), "room", c.name), "%s: %s", c.why, c.level)
	}
}

// Long lists are data, in XML as in JSON.
func TestLongListsOfNumbersAreNoReferences(t *testing.T) {
	for n, want := range map[int]string{255: "span of value ref(room) text", 300: "span of value u16 text"} {
		var rooms, list strings.Builder
		for i := range n {
			fmt.Fprintf(&rooms, `<room id="%d"/>`, i+1)
			fmt.Fprintf(&list, "%d ", i+1)
		}
		xml := fmt.Sprintf(`<s>%s<path rooms="%s"/><path/></s>`, rooms.String(), list.String())
		json := fmt.Sprintf(`{"rooms": [%s], "paths": [{"rooms": [%s]}, {}]}`, strings.NewReplacer(`<room id="`, `{"id": `, `"/>`, `}, `).Replace(rooms.String())+`{"id": 0}`, strings.ReplaceAll(strings.TrimSpace(list.String()), " ", ","))
		for _, level := range []string{xml, json} {
			require.Equal(t, want, column(t, requireBuilds(t, []string{level}, false), "path", "rooms"), n)
		}
	}
}

// What a list may refer to has to hold in all levels.
func TestListsOfNumbersInSeveralLevels(t *testing.T) {
	one, _ := room("links", "3 9", "7", "4")
	none, _ := room("other", "3 9", "7", "4")
	bad, _ := room("links", "3 9", "7", "5")
	require.Equal(t, refs, column(t, requireBuilds(t, []string{one, `<s/>`, none, one}, false), "room", "links"))
	require.Equal(t, numbers, column(t, requireBuilds(t, []string{one, bad}, false), "room", "links"))
}
