package gen_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

func write(t *testing.T, o gen.Options) ([]byte, gen.Stats) {
	t.Helper()
	var b bytes.Buffer
	stats, err := gen.Write(&b, o)
	require.NoError(t, err)
	require.Equal(t, int64(b.Len()), stats.Bytes)
	return b.Bytes(), stats
}

// The sums pin the levels: figures measured on them can be compared between
// machines and over time only as long as these hold.
func TestLevelsAreTheSameEverywhere(t *testing.T) {
	for _, test := range []struct {
		options gen.Options
		sum     string
	}{
		{gen.Options{Format: gen.XML, Bytes: 0, Seed: 1}, "2671746172aa2eb1"},
		{gen.Options{Format: gen.XML, Bytes: gen.Small, Seed: 1}, "e80082248acf902f"},
		{gen.Options{Format: gen.JSON, Bytes: gen.Small, Seed: 1}, "f63c63dce8601312"},
		{gen.Options{Format: gen.XML, Bytes: gen.Small, Seed: 2}, "339920c8d9fe5f11"},
	} {
		level, _ := write(t, test.options)
		sum := sha256.Sum256(level)
		require.Equal(t, test.sum, hex.EncodeToString(sum[:8]), "%+v", test.options)
	}
}

func TestLevelsAreNearTheirSize(t *testing.T) {
	for _, size := range []int64{40 << 10, 100 << 10, gen.Small, gen.Medium} {
		for seed := range uint64(3) {
			level, _ := write(t, gen.Options{Bytes: size, Seed: seed})
			require.InDelta(t, size, len(level), 12<<10)
		}
	}
}

// A smaller level is not a prefix in bytes, but in its nodes: sizes of one seed
// can be compared with each other.
func TestALargerLevelContinuesTheSmallerOne(t *testing.T) {
	small, _ := write(t, gen.Options{Bytes: 60 << 10, Seed: 9})
	large, _ := write(t, gen.Options{Bytes: 90 << 10, Seed: 9})
	last := bytes.Index(small, []byte(`<group name="finale"`))
	require.Greater(t, last, 40<<10)
	require.Equal(t, string(small[:last]), string(large[:last]))
}

func TestBothFormatsHoldTheSame(t *testing.T) {
	for seed := range uint64(4) {
		o := gen.Options{Bytes: 100 << 10, Seed: seed}
		o.Format = gen.XML
		level, ofXML := write(t, o)
		fromXML := readXML(t, level)
		o.Format = gen.JSON
		level, ofJSON := write(t, o)
		fromJSON := readJSON(t, level)

		require.Equal(t, ofXML.Kinds, ofJSON.Kinds)
		require.Equal(t, ofXML.Vertices, ofJSON.Vertices)
		require.Equal(t, len(fromXML), len(fromJSON))
		for i := range fromXML {
			require.Equal(t, fromXML[i], fromJSON[i])
		}
	}
}

func TestStatsCountWhatIsThere(t *testing.T) {
	level, stats := write(t, gen.Options{Bytes: gen.Small, Seed: 3})
	total := 0
	for _, kind := range []string{"scene", "group", "body", "shape", "joint", "camera", "trigger", "light", "lamp", "pickup"} {
		require.Positive(t, stats.Kinds[kind], kind)
		require.Equal(t, stats.Kinds[kind], bytes.Count(level, []byte("<"+kind+" ")), kind)
		total += stats.Kinds[kind]
	}
	require.Equal(t, total, stats.Nodes)
	require.Equal(t, stats.Vertices, bytes.Count(level, []byte("<vertex ")))
	require.Equal(t, stats.Stops, bytes.Count(level, []byte("<stop ")))
}

func TestReferencesResolveAndIDsAreUnique(t *testing.T) {
	for seed := range uint64(4) {
		level, _ := write(t, gen.Options{Bytes: 200 << 10, Seed: seed})
		ids := make(map[string]bool)
		var refs []string
		forward := 0
		for _, n := range readXML(t, level) {
			id := n.values["name"]
			if n.kind == "pickup" {
				id = n.values["number"]
			}
			require.False(t, id != "" && ids[id], "%q twice", id)
			ids[id] = true
			for _, key := range []string{"a", "b", "target", "follow", "hangs", "opening", "wakes"} {
				for _, ref := range strings.Fields(n.values[key]) {
					refs = append(refs, ref)
					if !ids[ref] {
						forward++
					}
				}
			}
		}
		for _, ref := range refs {
			require.True(t, ids[ref], "%q dangles", ref)
		}
		require.Greater(t, len(refs), 200)
		require.Greater(t, forward, len(refs)/10, "too few forward references")
		require.Less(t, forward, len(refs)*9/10, "too few backward references")
	}
}

func TestAFailingWriterEndsTheLevel(t *testing.T) {
	full := errors.New("the disk is full")
	for _, format := range []gen.Format{gen.XML, gen.JSON} {
		w := &failing{left: 200 << 10, err: full}
		_, err := gen.Write(w, gen.Options{Format: format, Bytes: 1 << 40, Seed: 1})
		require.ErrorIs(t, err, full)
	}
}

func TestAnUnknownFormatIsAnError(t *testing.T) {
	_, err := gen.Write(io.Discard, gen.Options{Format: 9})
	require.ErrorContains(t, err, "Format(9)")
	_, err = gen.ParseFormat("yaml")
	require.ErrorContains(t, err, "yaml")
}

func TestSizes(t *testing.T) {
	for s, want := range map[string]int64{"500KB": gen.Small, "5mb": gen.Medium, "50MB": gen.Large, "0": 0, "1GB": 1 << 30, "77": 77} {
		got, err := gen.ParseSize(s)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, s := range []string{"", "KB", "-1", "1.5MB", "9000000000GB", "5 MB", "5TB"} {
		_, err := gen.ParseSize(s)
		require.Error(t, err, s)
	}
}

func Example() {
	var level strings.Builder
	stats, err := gen.Write(&level, gen.Options{Format: gen.XML, Seed: 7})
	if err != nil {
		panic(err)
	}
	fmt.Println(stats.Nodes, "nodes,", stats.Kinds["body"], "bodies")
	// Output: 58 nodes, 15 bodies
}

// failing takes some bytes and then fails.
type failing struct {
	left int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return f.left, f.err
	}
	f.left -= len(p)
	return len(p), nil
}

// node is a node as a reader without a schema sees it: everything is a string,
// lists are joined by spaces.
type node struct {
	kind   string
	depth  int
	values map[string]string
}

// readXML lists the nodes in document order by encoding/xml.
func readXML(t *testing.T, level []byte) []node {
	t.Helper()
	var out []node
	var open []int // the nodes that are open, by index
	counts := make(map[string]int)
	d := xml.NewDecoder(bytes.NewReader(level))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			prefix := ""
			switch name := token.Name.Local; name {
			case "bounds", "material":
				prefix = name + "."
			case "vertex", "stop":
				key := map[string]string{"vertex": "vertices", "stop": "path"}[name]
				at := fmt.Sprint(open[len(open)-1], key)
				prefix = fmt.Sprintf("%s.%d.", key, counts[at])
				counts[at]++
			default:
				open = append(open, len(out))
				out = append(out, node{name, len(open), make(map[string]string)})
			}
			for _, a := range token.Attr {
				key := strings.NewReplacer("anchor-a", "anchorA", "anchor-b", "anchorB").Replace(a.Name.Local)
				out[open[len(open)-1]].values[prefix+key] = a.Value
			}
		case xml.CharData:
			if s := string(token); strings.TrimSpace(s) != "" {
				out[open[len(open)-1]].values["script"] += s
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "bounds", "material", "vertex", "stop":
			default:
				open = open[:len(open)-1]
			}
		}
	}
}

// readJSON lists the nodes in document order by encoding/json. The lists of
// children come last in their objects, so their order is that of the document.
func readJSON(t *testing.T, level []byte) []node {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(level))
	d.UseNumber()
	var root any
	require.NoError(t, d.Decode(&root))
	require.False(t, d.More())
	return appendJSON(nil, "", root.(map[string]any), 1)
}

func appendJSON(out []node, kind string, object map[string]any, depth int) []node {
	if s, ok := object["type"].(string); ok {
		kind = s
	}
	at := len(out)
	out = append(out, node{kind, depth, make(map[string]string)})
	for key, kind := range map[string]string{"shapes": "shape", "body": "body", "children": ""} {
		list, _ := object[key].([]any) // one of them at most
		for _, child := range list {
			out = appendJSON(out, kind, child.(map[string]any), depth+1)
		}
		delete(object, key)
	}
	delete(object, "type")
	flatten(out[at].values, "", object)
	return out
}

// flatten writes the members of an object as strings.
func flatten(to map[string]string, prefix string, object map[string]any) {
	for key, value := range object {
		switch value := value.(type) {
		case map[string]any:
			flatten(to, prefix+key+".", value)
		case []any:
			words := make([]string, len(value))
			for i, item := range value {
				if element, ok := item.(map[string]any); ok {
					flatten(to, fmt.Sprintf("%s%s.%d.", prefix, key, i), element)
					words = nil
					continue
				}
				words[i] = fmt.Sprint(item)
			}
			if words != nil {
				to[prefix+key] = strings.Join(words, " ")
			}
		default:
			to[prefix+key] = fmt.Sprint(value)
		}
	}
}
