package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// zeroSchema has integers of all forms in which they may stand in a text.
func zeroSchema() *format.Schema {
	return &format.Schema{Tables: []format.Table{
		makeTable("lamp", format.ClassNode, fld("code", format.TypeU16), with(fld("rows", format.TypeI16), func(f *format.Field) { f.Count = 3 }),
			fld("mass", format.TypeF32), fld("name", format.TypeStr), span("cells", "lamp.cells")),
		makeTable("lamp.cells", format.ClassArray, role(fld("value", format.TypeU16), format.RoleText)),
	}}
}

func TestAZeroInFrontOfAnIntegerIsToldOf(t *testing.T) {
	const told = " has a zero in front, which an integer does not keep"
	long := strings.Repeat("1111 ", 100)
	for text, msg := range map[string]string{
		"<lamp><code>¦007</code></lamp>":                                            "code: 007" + told,
		"<lamp><code> ¦007\n</code></lamp>":                                         "code: 007" + told,
		"<lamp><code>¦+09</code></lamp>":                                            "code: +09" + told,
		"<lamp><rows>1111 ¦-0110 0001</rows></lamp>":                                "rows: -0110" + told,
		"<lamp><cells>1111 ¦0110 01</cells></lamp>":                                 "cells: 0110" + told,
		"<lamp><cells>1</cells><cells>¦01</cells><cells>002</cells></lamp>":         "cells: 01" + told,
		"<lamp><cells>" + long + "¦0110 " + long + "01 " + long + "</cells></lamp>": "cells: 0110" + told,
	} {
		for policy := UnknownError; policy <= UnknownKeep; policy++ {
			out := compileAll(t, zeroSchema(), policy, strings.Replace(text, "¦", "", 1))
			require.Len(t, out.problems, 1, text)
			require.Contains(t, out.problems[0], msg)
			require.True(t, strings.HasPrefix(out.problems[0], "warning "), text)
		}
		if !strings.Contains(text, "\n") {
			requireWarned(t, zeroSchema(), text, msg)
		}
	}
	for _, text := range []string{
		"<lamp><code>0</code><rows>0 -0 10</rows><mass>00.5</mass><name>007</name><cells>0 100 " + long + "0 0 10</cells></lamp>",
		`<lamp code="007" rows="01 02 03"/>`,
		`{"type":"lamp","code":7,"rows":[0,10,100],"mass":0.5,"cells":[0,10,0]}`,
	} {
		require.Empty(t, compileAll(t, zeroSchema(), UnknownError, text).problems, text)
	}
	many := "<lamp><code>01</code><cells>01 02 03</cells></lamp>"
	out := compileAll(t, zeroSchema(), UnknownError, "<level>"+strings.Repeat(many, 3)+"</level>").problems
	require.Len(t, out, 2, "once for each field")
	require.Contains(t, out[0], " +2")
	require.Contains(t, out[1], " +8")
}

// What is told of changes nothing: the numbers are those without the zeros.
func TestAZeroInFrontMeansNothing(t *testing.T) {
	with, without := strings.Repeat("0110 007 20 ", 50), strings.Repeat("110 7 20 ", 50)
	got := compileAll(t, zeroSchema(), UnknownError, "<lamp><cells>"+with+"</cells></lamp>")
	require.Equal(t, compileAll(t, zeroSchema(), UnknownError, "<lamp><cells>"+without+"</cells></lamp>").dump(), got.dump())
}
