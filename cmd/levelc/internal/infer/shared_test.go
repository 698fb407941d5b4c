package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What stands in several parents is counted together. A field that one of them always
// has may be there only now and then in another.
func TestFieldsOfElementsInSeveralParentsAreOptionalWhereTheyLack(t *testing.T) {
	for name, text := range map[string]string{
		"attribute": `<level>
			<wall><paint tone="dark"/><paint tone="dark"/></wall>
			<wall><paint tone="light"/><paint tone="dark"/><paint tone="dark"/></wall>
			<wall><paint tone="dark"/><paint tone="dark"><door uid="d1"><paint/></door></paint></wall>
			<wall paint="thick"><paint tone="light"/></wall>
			<door/>
		</level>`,
		"text": `<level><br><nsb>on</nsb></br><br><nsb uid="uid32">on</nsb></br><nsb><entry><nsb>on</nsb></entry></nsb>
			<ref><id><nsb>on</nsb></id><entry /><nsb>on</nsb><id><nsb>on</nsb></id><entry><entry /></entry></ref>
			<id><entry uid="uid106" entry="2" /><nsb>off</nsb></id><id><nsb uid="uid112">on</nsb></id></level>`,
		"member": `{"visible": {"entities": [1, [{"visible": {"c": "false"}}, {"visible": {"name": {"uid": null, "entities": [{}]}, "c": "true"}}]]},
			"a": {"root": [{"visible": {"c": "false"}}, {"visible": {"c": "false"}}, {"visible": {"uid": null, "c": "true"}}],
			"boxes": [{"visible": {"name": {"uid": 1}, "c": "true"}}, {"visible": {"c": "false"}}, {"visible": {"uid": 1, "c": "true"}}, {}]}}`,
	} {
		t.Run(name, func(t *testing.T) { requireBuilds(t, []string{text}, true) })
	}
	// Elsewhere each parent counts for itself.
	r := from(t, `<l>`+strings.Repeat(`<a><c tone="dark"/></a><a><c tone="light"/></a><b><c tone="dark"/></b>`, 4)+`<b><c/></b></l>`)
	require.Equal(t, "enum8(dark light) required", column(t, r, "a", "c.tone"))
	require.NotContains(t, column(t, r, "b", "c.tone"), "required")
}
