package infer_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// writer makes small documents at random. Names are few, so that they meet in
// all roles: as attributes, elements, kinds, ids and references.
type writer struct {
	strings.Builder
	r    *rand.Rand
	left int
	few  []string // names that come again and again
	said []string // and values
}

var (
	someNames = []string{"a", "b", "bs", "c", "id", "name", "type", "x", "y", "z", "value", "text", "key", "children", "$d", "e-f", "parent",
		"func", "range", "名前", "World", "Strings", "ID", "to"}
	// Names of JSON alone that a schema may have to change, and names that
	// what is inferred calls its own.
	oddNames = []string{"", ".", "[]", "a/b", "a,b", "a.b", "b.a", "$x", "$schema", "a b", "é", "a'b", "`", "\\n", "-", "_", "_d", "d", "root", "root2", "entries", "entry",
		"content", "parentNode", "entryKey", "text2", "xmlns", "xsi:a", "x2", "childrens", strings.Repeat("long", 51), strings.Repeat("long", 50), "17", "true",
		"日 本", "1a", "a_b", "a-b", "int", "store", "NewWorld", "😀", "Ⅷ", "\\u001b"}
	// Names of XML alone.
	tagNames   = []string{"n:a", "n:b", "xsi:a", "xml:space", "xmlns", "a.b", "é", "_", "root", "entries", "content", "scene", "A", strings.Repeat("long", 51)}
	someValues = []string{"1", "0", "-3", "300", "70000", "1.5", "0.1", "1e30", "-0", "true", "false", "a", "b", "c", "bs", "1 2", "1 2 3", "a b", "", "007",
		"18446744073709551615", "-9223372036854775808", "1e999", "a,b", "hello world", "x", "#a", "#b", "#1", "none", "-1"}
	oddValues = []string{"2", "3", "4", "+2", "$d", "e-f", "children", "name", "root", "[]", ".", "é", " a ", "1,2", "1,,2", ",", "1|2", "\t", "i1", "i2", "i3", "i4", "i5",
		"9007199254740993", "0.1000000000000000055511151231257827", "NaN", "inf", "0x10", "1 2 a", "true false", strings.Repeat("word", 60), "#", "##a", "#none", "#007",
		"url(#a)", "url(#b)", "#a #b", "#ff8000", "#00FF00", "null", "@c", "$1"}
)

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// choose makes one of the few names and values for a document.
func (w *writer) choose() {
	for range 2 + w.r.IntN(4) {
		w.few = append(w.few, pick(w.r, someNames))
		w.said = append(w.said, w.word(), pick(w.r, someNames))
	}
	if w.r.IntN(4) == 0 {
		w.few[0] = pick(w.r, oddNames)
	}
}

func (w *writer) word() string {
	if len(w.said) > 0 && w.r.IntN(2) == 0 {
		return pick(w.r, w.said)
	}
	if w.r.IntN(6) == 0 {
		return pick(w.r, oddValues)
	}
	return pick(w.r, someValues)
}

// tag is a name for XML.
func (w *writer) tag() string {
	if len(w.few) > 1 && w.r.IntN(2) == 0 {
		return strings.TrimPrefix(pick(w.r, w.few[1:]), "$")
	}
	if w.r.IntN(20) == 0 {
		return pick(w.r, tagNames)
	}
	return strings.TrimPrefix(pick(w.r, someNames), "$")
}

func (w *writer) xml(name string, depth int) {
	w.left--
	fmt.Fprintf(w, "<%s", name)
	used := map[string]bool{}
	for range w.r.IntN(4) {
		if n := w.tag(); !used[n] {
			used[n] = true
			fmt.Fprintf(w, ` %s="%s"`, n, w.xmlText())
		}
	}
	if w.r.IntN(8) == 0 {
		w.WriteString("/>")
		return
	}
	w.WriteString(">")
	one := w.tag() // that repeats
	for range w.r.IntN(6) {
		switch w.r.IntN(8) {
		case 0:
			w.WriteString(w.xmlText())
		case 1:
			w.WriteString([]string{"<!-- c -->", "<?p i?>", "<![CDATA[1 2]]>", "\n  ", "&#32;", "<![CDATA[]]>"}[w.r.IntN(6)])
		case 2:
			fmt.Fprintf(w, `<%s name="%s" value="%s"/>`, one, w.xmlText(), w.xmlText())
		case 3:
			if depth < 6 && w.left > 0 {
				w.xml(one, depth+1)
			}
		case 4:
			fmt.Fprintf(w, "<%s>%s</%[1]s>", one, pick(w.r, []string{"1 2", "3", "", "4 5 600", "-1", "0.5 7", "8,9", "x", "1 b"}))
		default:
			if depth < 6 && w.left > 0 {
				w.xml(w.tag(), depth+1)
			}
		}
	}
	fmt.Fprintf(w, "</%s>", name)
}

func (w *writer) xmlText() string {
	s := w.word()
	if w.r.IntN(20) == 0 {
		s += pick(w.r, []string{"&amp;", "&#10;", "&lt;b&gt;", "&quot;", "&#x31;"})
	}
	return s
}

// name is one for JSON.
func (w *writer) name() string {
	if len(w.few) > 0 && w.r.IntN(2) == 0 {
		return pick(w.r, w.few)
	}
	switch w.r.IntN(20) {
	case 0:
		return fmt.Sprintf("k_%d", w.r.IntN(1000))
	case 1:
		return pick(w.r, oddNames)
	}
	return pick(w.r, someNames)
}

// records is objects that are alike under names of their own, or objects of such
// objects, but for what is put in their way.
func (w *writer) records(depth int, nested bool) {
	members := make([]func(), 2+w.r.IntN(3))
	for i := range members {
		members[i] = pick(w.r, []func(){
			func() { fmt.Fprint(w, w.r.IntN(300)) },
			func() { fmt.Fprintf(w, "%q", pick(w.r, someValues)) },
			func() { fmt.Fprintf(w, "[%d,%d]", w.r.IntN(9), w.r.IntN(9)) },
			func() { fmt.Fprintf(w, `[{"n":%d}]`, w.r.IntN(9)) },
			func() { fmt.Fprintf(w, `{"p":%d,"q":"s"}`, w.r.IntN(9)) },
			func() { w.value(depth + 2) },
		})
	}
	spoilt := w.r.IntN(30)
	w.WriteString("{")
	for i := range 2 + w.r.IntN(11) {
		if i > 0 {
			w.WriteString(",")
		}
		fmt.Fprintf(w, `"%s%c%d":`, pick(w.r, []string{"a", "walk", "b"}), 'a'+i, w.r.IntN(9))
		switch {
		case i == spoilt:
			w.value(depth + 1)
		case nested:
			w.records(depth+1, false)
		default:
			for j, member := range members {
				fmt.Fprintf(w, `%c"m%d":`, "{,"[min(j, 1)], j)
				member()
			}
			w.WriteString("}")
		}
	}
	w.WriteString("}")
}

func (w *writer) json(depth int) {
	w.left--
	if w.r.IntN(30) == 0 {
		w.records(depth, w.r.IntN(3) == 0)
		return
	}
	w.WriteString("{")
	used := map[string]bool{}
	n, names := w.r.IntN(6), w.name
	if w.r.IntN(60) == 0 { // a map
		n, names = 4+w.r.IntN(20), func() string { return fmt.Sprintf("k_%d", w.r.IntN(1000)) }
		if w.r.IntN(4) == 0 {
			n += 65
		}
		w.left += n / 2
	}
	for range n {
		n := names()
		if used[n] {
			continue
		}
		if len(used) > 0 {
			w.WriteString(",")
		}
		used[n] = true
		fmt.Fprintf(w, "\"%s\":", n)
		w.value(depth + 1)
	}
	w.WriteString("}")
}

// lists is lists in lists of values that are mostly alike and equally deep.
func (w *writer) lists(depth int, value func()) {
	w.WriteString("[")
	for i := range w.r.IntN(4) {
		if i > 0 {
			w.WriteString(",")
		}
		if depth > 0 != (w.r.IntN(40) == 0) {
			w.lists(depth-1, value)
		} else {
			value()
		}
	}
	w.WriteString("]")
}

func (w *writer) list(depth int) {
	if w.r.IntN(6) == 0 {
		w.lists(w.r.IntN(4), pick(w.r, []func(){
			func() { fmt.Fprint(w, w.r.IntN(300)) },
			func() { fmt.Fprint(w, w.r.IntN(9)-4) },
			func() { fmt.Fprint(w, float64(w.r.IntN(9))/4) },
			func() { fmt.Fprintf(w, "%q", pick(w.r, []string{"a", "b", "b c", "x,y", "grass"})) },
			func() { fmt.Fprint(w, w.r.IntN(2) == 0) },
		}))
		return
	}
	w.WriteString("[")
	alike := w.r.IntN(2) == 0
	for i := range w.r.IntN(5) {
		if i > 0 {
			w.WriteString(",")
		}
		if alike && depth < 6 && w.left > 0 {
			w.json(depth + 1)
		} else {
			w.value(depth + 1)
		}
	}
	w.WriteString("]")
}

func (w *writer) value(depth int) {
	switch n := w.r.IntN(12); {
	case n < 4 && depth < 6 && w.left > 0:
		w.json(depth)
	case n < 7 && depth < 6 && w.left > 0:
		w.list(depth)
	case n == 7:
		w.WriteString("null")
	default:
		v := w.word()
		if source.IsNumber([]byte(v)) && v[0] != '+' && v != "007" && w.r.IntN(8) > 0 || v == "true" || v == "false" {
			w.WriteString(v)
			return
		}
		fmt.Fprintf(w, "%q", v)
	}
}

// document writes one of XML or JSON.
func (w *writer) document() {
	if w.r.IntN(2) == 0 {
		w.choose()
	}
	switch w.r.IntN(5) {
	case 0, 1:
		w.xml("scene", 0)
	case 2:
		w.list(0)
	default:
		w.json(0)
	}
}

func TestRandomSourcesBuildWithTheirSchema(t *testing.T) {
	built, lossy := 0, 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := writer{r: r, left: 3 + r.IntN(60)}
		w.document()
		file, err := source.Spool(bytes.NewReader([]byte(w.String())), "random")
		require.NoError(t, err)
		files := []*source.File{file}
		res, err := infer.Files(context.Background(), files, infer.Options{})
		if err != nil {
			require.ErrorIs(t, err, infer.ErrNothing, w.String())
			file.Close()
			continue
		}
		policy := compile.UnknownError
		for _, n := range res.Notes {
			if n.Lost {
				policy = compile.UnknownWarn
			}
		}
		plan, err := compile.NewPlan(res.Schema)
		require.NoError(t, err, "seed %d: %s", seed, w.String())
		policies := []compile.Policy{policy, compile.UnknownKeep}
		if strings.Contains(w.String(), "1e999") { // which no property can be
			policies = policies[:1]
		}
		for _, p := range policies {
			said := buildBy(t, plan, p, files...)
			require.NotContains(t, said, "ERROR", "seed %d: %s\n%s\n%v", seed, w.String(), strings.Join(said, "\n"), res.Notes)
		}
		file.Close()
		built++
		if policy == compile.UnknownWarn {
			lossy++
		}
	}
	t.Logf("%d sources built, %d of them with places left out", built, lossy)
}
