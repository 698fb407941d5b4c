package compile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// parted gives the compiler each text in parts, as a reader does with long ones.
type parted struct {
	*compiler
	size int
	even bool // parts end behind separators
}

func (p parted) Text(v *source.Value) bool {
	b, at := v.Bytes, v.At
	for n := p.cut(b); n < len(b) && len(bytes.TrimSpace(b[:n])) > 0; n = p.cut(b) {
		part := source.Value{Kind: source.Text, Bytes: bytes.Clone(b[:n]), At: at, More: true}
		if !p.compiler.Text(&part) {
			return false
		}
		clear(part.Bytes) // they are the reader's
		b, at = b[n:], at+int64(n)
	}
	return p.compiler.Text(&source.Value{Kind: source.Text, Bytes: b, At: at})
}

func (p parted) cut(b []byte) int {
	n := min(p.size, len(b))
	for p.even && n < len(b) && !bytes.ContainsAny(b[n-1:n], " \n,") {
		n++
	}
	return n
}

// told returns what is wrong in a file, and where: a place may be given from the beginning
// of a text or of a part of it.
func told(t *testing.T, f *source.File, o outcome) (all []string) {
	for _, p := range o.c.problems.sorted() {
		at, err := f.Position(p.pos)
		require.NoError(t, err)
		msg := p.msg
		if strings.HasPrefix(msg, "unknown text") { // whose beginning is in the message, and long enough for it
			msg, _, _ = strings.Cut(msg, ":")
		}
		all = append(all, fmt.Sprintf("%d:%d: %s", at.Line, at.Col, msg))
	}
	return all
}

// textSchema is a node whose text, and whose elements, are lists of elements with these
// fields.
func textSchema(fields ...format.Field) *format.Schema {
	return &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, role(span("own", "n.own"), format.RoleText), span("list", "n.list"), fld("one", format.TypeU8), fld("word", format.TypeStr)),
		makeTable("n.own", format.ClassArray, fields...),
		makeTable("n.list", format.ClassArray, fields...),
		makeTable("bare", format.ClassNode, fld("one", format.TypeU8), span("row", "bare.row")),
		makeTable("bare.row", format.ClassArray, fld("tag", format.TypeStr), role(span("items", "bare.row.items"), format.RoleText)),
		makeTable("bare.row.items", format.ClassArray, fields...),
	}}
}

func TestTextsInPartsAreWhatTheyAreWhole(t *testing.T) {
	texts := []string{
		"1 2 3 4 5 6", "1,2,3,4,5,6", " 1 , 2,3  ,4\n5 6\n", "12 200 7 12 200 7", "(1 2 3 4 5 6)", "[1,2, 3,4,5,6]", "1 2 (3 4) 5 6", "[1] [2] [3] 4 5 6",
		"1 2 3 4 5", "1", " 1 ", "1,2,,3,4,5", ",1,2,3,4,5,6", "1,2,3,4,5,6,", "1 2, ,3", "1 x 2 3 4 5", "300 1 2 3 4 5", "1 2 3 4 5 -6", "1.5 2 3 4 5 6",
		"a,b c d e f", "one-long-word and-another another of as-many-letters x y", "1 2 3<!-- 4 -->4 5 6", "1 2 <![CDATA[3 4]]> 5 6", "1&#32;2 3 &#52; 5 6",
		strings.Repeat("12,7 200\n", 60), strings.Repeat("1 2.5 3 4 ", 30), strings.Repeat("12,7 200\n", 60) + "1",
	}
	for _, fields := range [][]format.Field{
		{role(fld("value", format.TypeU8), format.RoleText)},
		{role(fld("value", format.TypeStr), format.RoleText)},
		{vec("p", format.TypeF32, "xyz")},
		{fld("x", format.TypeI16), fld("y", format.TypeF32)},
	} {
		s := textSchema(fields...)
		sizes, policies := []int{1, 2, 4, 7, 100, 222}, []Policy{UnknownError, UnknownIgnore, UnknownKeep}
		if testing.Short() {
			sizes, policies = []int{1, 4, 222}, []Policy{UnknownError, UnknownKeep}
		}
		for i, text := range texts {
			for _, around := range []string{
				`<n>%s</n>`, `<n><list>%s</list></n>`, `<n><one>%s</one></n>`, `<n><word>%s</word></n>`, `<n><lost>%s</lost></n>`, `<n><lost a="1"><x/>%s</lost></n>`,
				`<n list="1 2 3 4 5 6"><list>%s</list></n>`, `<n own="1 2 3 4 5 6">%s</n>`, `<n><list>%s</list><list>1 2 3 4 5 6</list></n>`, `<n>%s</n><n/>`, `<bare>%s</bare>`, `<bare><lost>%s</lost></bare>`,
				`<bare><row tag="a">%s</row><row tag="b">1 2 3 4 5 6</row></bare>`, `<bare><row items="1 2 3 4 5 6">%s</row></bare>`,
			} {
				policies := policies
				if !strings.Contains(around, "lost") && !strings.Contains(around, "bare") { // nothing is unknown
					policies = policies[i%len(policies):][:1]
				}
				text := "<r>" + fmt.Sprintf(around, text) + "</r>"
				plain := !strings.ContainsAny(text, "&!") // parted does not know where the bytes of others are
				toldOf := func(o outcome) []string {
					if len(o.problems) == 0 {
						return nil
					}
					f, err := source.Spool(strings.NewReader(text), "text")
					require.NoError(t, err)
					defer f.Close()
					return told(t, f, o)
				}
				for _, policy := range policies {
					want := compileAll(t, s, policy, text)
					var all []string
					if plain {
						all = toldOf(want)
					}
					for _, size := range sizes {
						if (size < 10) != (len(text) < 200) {
							continue
						}
						for _, even := range []bool{true, false} {
							got := compileThrough(t, s, policy, allBlanks, func(c *compiler) source.Handler { return parted{c, size, even} }, text)
							if even && plain {
								require.Equal(t, all, toldOf(got), "%s of %v, %d bytes at a time", text, fields, size)
							}
							require.Equal(t, len(want.problems) == 0, len(got.problems) == 0, "%s of %v, %d bytes at a time: %v", text, fields, size, got.problems)
							if len(want.problems) == 0 {
								require.Equal(t, want.dump()+strings.Join(want.extra, ""), got.dump()+strings.Join(got.extra, ""), "%s of %v, %d bytes at a time", text, fields, size)
							}
						}
					}
				}
			}
		}
	}
}

// A list is taken before it is known what follows it in its element.
func TestNothingFollowsAListInParts(t *testing.T) {
	s := textSchema(fld("x", format.TypeI16), fld("y", format.TypeF32))
	for text, want := range map[string]string{
		`<r><n>1 2 3 4<word>a</word>5 6</n></r>`:     "more text, behind an element: a long list must be in one piece",
		`<r><n><list>1 2 3 4<x>5</x></list></n></r>`: "list: text beside fields (give one or the other)",
		`<r><n><list x="5">1 2 3 4</list></n></r>`:   "list: text beside fields (give one or the other)",
	} {
		got := compileThrough(t, s, UnknownError, allBlanks, func(c *compiler) source.Handler { return parted{c, 2, true} }, text)
		require.Len(t, got.problems, 1, text)
		require.Contains(t, got.problems[0], want)
	}
	got := compileThrough(t, s, UnknownError, allBlanks, func(c *compiler) source.Handler { return parted{c, 2, true} }, `<r><n>1 2 3 4<word>a</word> </n></r>`)
	require.Empty(t, got.problems)
}

// tooLong gives the compiler more than it joins in place of each text "long".
type tooLong struct{ *compiler }

func (l tooLong) Text(v *source.Value) bool {
	if string(v.Bytes) != "long" {
		return l.compiler.Text(v)
	}
	part := source.Value{Kind: source.Text, Bytes: bytes.Repeat([]byte("long"), 1<<18), At: v.At, More: true}
	for range mostJoined/len(part.Bytes) + 3 {
		if !l.compiler.Text(&part) {
			return false
		}
	}
	return l.compiler.Text(&source.Value{Kind: source.Text, Bytes: []byte("end"), At: v.At})
}

func TestATextThatIsTooLongIsToldOfOnce(t *testing.T) {
	s := textSchema(role(fld("value", format.TypeF32), format.RoleText))
	for text, policy := range map[string]Policy{
		`<r><n><word>long</word></n></r>`:         UnknownError,
		`<r><n><one>long</one></n></r>`:           UnknownError, // nor that it is no number
		`<r><n><lost>long</lost>1 2</n></r>`:      UnknownKeep,  // nor of the text behind it
		`<r><n><lost>1<a/>long</lost>1 2</n></r>`: UnknownKeep,
	} {
		got := compileThrough(t, s, policy, allBlanks, func(c *compiler) source.Handler { return tooLong{c} }, text)
		require.Len(t, got.problems, 1, text)
		require.Contains(t, got.problems[0], "a text of more than 16777216 bytes")
	}
}

// Where no text belongs, that of white space is nothing, but what follows it is.
func TestAnUnknownTextBehindPartsOfWhiteSpaceIsToldOf(t *testing.T) {
	o := allBlanks
	o.Parts = source.PartSize
	blank := strings.Repeat("&#32;", source.PartSize)
	for text, want := range map[string][]string{
		blank:               nil,
		blank + "x":         {`1: unknown text in group: "x" (remove it, or give the kind a field for its text)`},
		blank + "x" + blank: {`1: unknown text in group: "x" (remove it, or give the kind a field for its text)`},
	} {
		require.Equal(t, want, compileWith(t, gameSchema(), UnknownError, o, "<group>"+text+"</group>").problems)
	}
}

// A part may be nothing but white space, if a reference says that it is meant.
func TestAListBehindPartsOfWhiteSpaceIsOne(t *testing.T) {
	o := allBlanks
	o.Parts = source.PartSize
	s := textSchema(fld("x", format.TypeU8), fld("y", format.TypeU8))
	blank := "&#32;" + strings.Repeat(" ", 2*source.PartSize)
	for _, around := range []string{`<n>%s</n>`, `<n><list>%s</list></n>`, `<bare><row tag="a">%s</row></bare>`} {
		for _, list := range []string{"1 2 3 4", "[1,2,3,4]", ""} {
			want := compileWith(t, s, UnknownError, o, fmt.Sprintf(around, list))
			got := compileWith(t, s, UnknownError, o, fmt.Sprintf(around, blank+list))
			require.Empty(t, want.problems, list)
			require.Empty(t, got.problems, list)
			require.Equal(t, want.dump(), got.dump(), list)
		}
	}
}

// What a span takes is not in memory as a whole, nor bounded. Anything else is.
func TestATextForASpanMayBeOfAnyLength(t *testing.T) {
	plan, err := NewPlan(textSchema(role(fld("value", format.TypeF32), format.RoleText)))
	require.NoError(t, err)
	const each, times = "7.000000000000000000000000000000000000000000000000000000000000 ", 280_000 // 18 MB, more than are joined
	list := strings.Repeat(each, times)
	build := func(around string, policy Policy) (found []diag.Diagnostic, size int, took uint64) {
		before, after, _ := strings.Cut("<r><n>\n"+around+"</n></r>", "%s")
		f, err := source.Spool(io.MultiReader(strings.NewReader(before), strings.NewReader(list), strings.NewReader(after)), "text")
		require.NoError(t, err)
		defer f.Close()
		var begin, end runtime.MemStats
		runtime.ReadMemStats(&begin)
		var out format.Buffer
		res, _, _ := plan.Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{}, Options{Unknown: policy}) // what was wrong is in res
		runtime.ReadMemStats(&end)
		return res.Diagnostics.All(), len(out), end.TotalAlloc - begin.TotalAlloc
	}
	for _, around := range []string{"%s", "<list>%s</list>"} {
		found, size, took := build(around, UnknownError)
		require.Empty(t, found)
		require.Greater(t, size, 4*times)
		require.Less(t, size, 5*times)
		require.Less(t, took, uint64(12<<20), "18 if all of it were in memory once, and 40 in a slice that grows")
	}
	for _, name := range []string{"word", "one"} {
		found, _, _ := build("<"+name+">%s</"+name+">", UnknownError)
		require.Len(t, found, 1)
		require.Equal(t, "a text of more than 16777216 bytes", found[0].Message)
		require.Equal(t, [2]int{2, len(name) + 3}, [2]int{found[0].Line, found[0].Col})
	}
	for _, around := range []string{"<lost>%s</lost>", "</n><bare>%s</bare><n>"} {
		found, _, _ := build(around, UnknownIgnore)
		require.Empty(t, found)
	}
	found, _, _ := build("<list>%s x 8</list>", UnknownError)
	require.Len(t, found, 1)
	require.Equal(t, `list: "x" is not a number`, found[0].Message)
	require.Equal(t, len("<list>")+len(each)*times+2, found[0].Col)
}

// A list may be all that there is to a level.
func TestABuildOfOneLongListCanBeCancelled(t *testing.T) {
	plan, err := NewPlan(textSchema(role(fld("value", format.TypeStr), format.RoleText)))
	require.NoError(t, err)
	for _, text := range []string{
		"<n>" + strings.Repeat("a,", 2<<20) + "a</n>",
		`{"type":"n","list":[` + strings.Repeat(`"a",`, 2<<20) + `"a"]}`,
	} {
		var out format.Buffer
		ctx := &endsLater{Context: context.Background(), calls: 20}
		_, _, err := plan.Build(ctx, openAll(t, text), &out, format.WriterOptions{}, Options{})
		require.ErrorIs(t, err, context.Canceled, text[:10])
	}
}

// endsLater is a context that ends while it is asked.
type endsLater struct {
	context.Context
	calls int
}

func (e *endsLater) Err() error {
	if e.calls--; e.calls < 0 {
		return context.Canceled
	}
	return nil
}
