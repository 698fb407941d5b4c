package tiled_test

import (
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// nonsense is what each attribute of TMX is set to, but for NUL, which XML has not.
var nonsense = []string{"", "abc", "-1", "1e9", "99999999999999999999", "a&#10;b"}

// may are the values of nonsense that an attribute of some sort can have, so that nothing
// need be said: the level has what the file says.
var may = map[string][]string{
	"text":    nonsense,
	"number":  {"-1", "1e9", "99999999999999999999"},
	"count":   {"1e9"}, // as in JSON
	"signed":  {"-1", "1e9"},
	"color":   {"", "abc", "1e9"}, // "" is none; # may be missing, as in old files, and the others are #RGB
	"bool":    {},
	"word":    {},
	"list":    {},
	"name":    nonsense[1:],
	"points":  {""}, // a polygon without corners, as Tiled reads it
	"file":    {},
	"perhaps": {""}, // a file, or none
	"blend":   {""}, // none, which is the normal one
	"share":   {},   // from 0 to 1
}

// attributes are the attributes in the files, by sort, as element@attribute.
var attributes = map[string]string{
	"text": `map@class layer@name group@name group@class objectgroup@name imagelayer@name object@name object@type object@class
		tileset@name tileset@class tile@type image@source text@fontfamily wangset@name wangset@class wangcolor@name wangcolor@class
		wangedgecolor@name wangcornercolor@name terrain@name property@propertytype property[string]@value item[string]@value property[file]@value`,
	"number": `map@parallaxoriginx map@parallaxoriginy map@skewx map@skewy group@offsetx group@offsety group@parallaxx
		imagelayer@x imagelayer@y object@x object@y object@width object@height object@rotation
		tile@probability wangcolor@probability wangedgecolor@probability wangcornercolor@probability property[float]@value`,
	"count": `map@width map@height map@tilewidth map@tileheight map@hexsidelength layer@id group@id objectgroup@id imagelayer@id
		object@id object@gid tile@id tile@gid image@width image@height tileset@tilewidth tileset@tileheight tileset@tilecount
		tileset@firstgid grid@width grid@height frame@tileid frame@duration wangtile@tileid property[object]@value item[object]@value
		layer@width layer@height chunk@width chunk@height`,
	"signed": `tileset@columns tileset@spacing tileset@margin tileoffset@x tileoffset@y wangset@tile wangcolor@tile wangedgecolor@tile
		wangcornercolor@tile terrain@tile text@pixelsize property[int]@value item[int]@value chunk@x chunk@y`,
	"color": `map@backgroundcolor layer@tintcolor imagelayer@tintcolor text@color tileset@backgroundcolor image@trans wangcolor@color
		wangedgecolor@color wangcornercolor@color property[color]@value`,
	"bool": `map@infinite group@visible imagelayer@repeatx text@wrap text@bold object@visible transformations@hflip
		transformations@vflip transformations@rotate transformations@preferuntransformed property[bool]@value item[bool]@value`,
	"word": `map@orientation map@renderorder map@staggeraxis map@staggerindex objectgroup@draworder text@halign tileset@objectalignment
		tileset@tilerendersize tileset@fillmode grid@orientation wangset@type property@type item@type data@encoding data@compression`,
	"list":    `wangtile@wangid tile@terrain`,
	"name":    `property@name`,
	"points":  `polygon@points polyline@points`,
	"file":    `tileset@source`,
	"perhaps": `object@template`,
	"blend":   `layer@mode`,
	"share":   `group@opacity layer@opacity objectgroup@opacity object@opacity`,
	// Tiled's own, which say nothing of the level.
	"ignored": `map@version map@tiledversion map@nextlayerid map@nextobjectid tileset@version tileset@tiledversion template@version`,
}

// quietly are values that are as good as none to Tiled, which reads the file without a word.
var quietly = map[string]string{
	"property[int]@value=":    "0 of a property of that type",
	"property[float]@value=":  "0",
	"property[bool]@value=":   "false",
	"property[object]@value=": "no object",
	"item[int]@value=":        "0",
	"item[bool]@value=":       "false",
	"item[object]@value=":     "no object",
	"property@type=":          "a string, as without a type",
	"item@type=":              "a string",
	"wangset@type=":           "as before Tiled 1.5, when sets had no type",
	"tile@terrain=":           "no terrain",
	"data@encoding=":          "elements",
	"data@compression=":       "not compressed",
	"objectgroup@draworder":   "the shapes of a tile have no order",
}

// required are attributes without which the level would be another one than the editor's,
// or less. Others have the value that TMX's documentation says, which is often 0.
var required = strings.Fields(`map@orientation tileset@firstgid wangtile@wangid wangtile@tileid frame@tileid layer@width layer@height chunk@x chunk@y
	chunk@width chunk@height property@name`)

// several are elements that may stand twice. Others must not: one of them would be lost.
var several = strings.Fields(`item frame wangcolor wangedgecolor wangcornercolor wangset terrain`)

// broken files, each with the map that refers to it.
var breakable = [][2]string{{"all.tmx", ""}, {"town.tmx", ""}, {"ground.tsx", "all.tmx"}, {"door.tx", "all.tmx"}, {"terrain.tmx", ""}, {"base64.tmx", ""}, {"cave_1_-2.tmx", ""}, {"zlib.tmx", ""}}

var (
	aTag       = regexp.MustCompile(`<(/?)([A-Za-z]+)((?:\s+[\w:]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(/?)>`)
	anAttr     = regexp.MustCompile(`\s+([\w:]+)\s*=\s*("[^"]*"|'[^']*')`)
	aType      = regexp.MustCompile(`\stype=["'](\w+)`)
	someMarked = regexp.MustCompile(`^[^\s:]+:\d+:\d+: `)
)

// breaker breaks one file of a level.
type breaker struct {
	t          *testing.T
	path, main string
	text       string
	whole      built
	seen       map[string]bool
	tried      int
	silent     []string // what made another level of it, and nothing was said
}

// try builds the level with another text of the file. Something must be said, unless it may
// be silent; same says that the level must be what it was.
func (b *breaker) try(key, text string, silent, same bool) {
	if b.seen[key] {
		return
	}
	b.seen[key] = true
	hash := fnv.New32a()
	hash.Write([]byte(key))
	if testing.Short() && hash.Sum32()%16 != 0 {
		return
	}
	b.tried++
	require.NoError(b.t, os.WriteFile(b.path, []byte(text), 0o666))
	before := allocated()
	now := build(b.t, b.main, editor.Options{})
	require.Less(b.t, (allocated()-before)>>20, uint64(200), key)
	if now.messages != b.whole.messages {
		require.Regexp(b.t, someMarked, now.messages, key)
		require.False(b.t, same, "%s\n%s", key, now.messages)
		return
	}
	require.Equal(b.t, b.whole.errors, now.errors, key)
	if now.xml != b.whole.xml {
		require.False(b.t, same, key)
		if !silent {
			b.silent = append(b.silent, key)
		}
	}
}

// allocated is what runtime.MemStats.TotalAlloc is about, without stopping the world.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// attribute breaks the attribute at text[from:to].
func (b *breaker) attribute(element, typ, name string, from, to int, sorts map[string]string) {
	key := element + "@" + name
	typed := element + "[" + typ + "]@" + name
	sort, ok := sorts[typed]
	if !ok {
		sort, ok = sorts[key]
		typed = key
	}
	require.True(b.t, ok, "of what sort is %s?", typed)
	for _, v := range nonsense {
		quiet := quietly[typed] != "" || quietly[typed+"="+v] != ""
		b.try(typed+"="+v, b.text[:from]+` `+name+`="`+v+`"`+b.text[to:], quiet || slices.Contains(may[sort], v), sort == "ignored")
	}
	b.try(typed+"=NUL", b.text[:from]+` `+name+`="&#0;"`+b.text[to:], false, false)
	b.try(typed+" twice", b.text[:to]+b.text[from:to]+b.text[to:], false, false)
	b.try(typed+" removed", b.text[:from]+b.text[to:], !slices.Contains(required, key), sort == "ignored")
}

// elements breaks every element of the file, and its attributes.
func (b *breaker) elements(sorts map[string]string) {
	type open struct {
		name  string
		start int
	}
	var stack []open
	twice := func(name string, start, end int) {
		b.try("twice "+name, b.text[:end]+b.text[start:end]+b.text[end:], slices.Contains(several, name), false)
		b.try("without "+name, b.text[:start]+b.text[end:], true, false)
	}
	for _, at := range aTag.FindAllStringSubmatchIndex(b.text, -1) {
		name, attributes := b.text[at[4]:at[5]], b.text[at[6]:at[7]]
		if at[2] < at[3] {
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			twice(last.name, last.start, at[1])
			continue
		}
		typ := "string"
		if m := aType.FindStringSubmatch(attributes); m != nil {
			typ = m[1]
		}
		for _, a := range anAttr.FindAllStringSubmatchIndex(attributes, -1) {
			b.attribute(name, typ, attributes[a[2]:a[3]], at[6]+a[0], at[6]+a[1], sorts)
		}
		if at[8] < at[9] {
			twice(name, at[0], at[1])
		} else {
			stack = append(stack, open{name, at[0]})
		}
	}
}

// Whatever an attribute or an element of TMX becomes: either something is said, or the level
// is what the file says.
func TestBrokenAttributesAndElementsOfXML(t *testing.T) {
	sorts := map[string]string{}
	for sort, list := range attributes {
		for name := range strings.FieldsSeq(list) {
			sorts[name] = sort
		}
	}
	dir := t.TempDir()
	for _, folder := range []string{filepath.Join(examples, "caves"), examples, filepath.Join("testdata", "seeds")} {
		files, err := filepath.Glob(filepath.Join(folder, "*.t*"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(file)), []byte(strings.ReplaceAll(string(text), `"../`, `"`)), 0o666))
		}
	}
	seen, tried := map[string]bool{}, 0
	for _, file := range breakable {
		b := &breaker{t: t, path: filepath.Join(dir, file[0]), main: filepath.Join(dir, file[0]), seen: seen}
		if file[1] != "" {
			b.main = filepath.Join(dir, file[1])
		}
		text, err := os.ReadFile(b.path)
		require.NoError(t, err)
		b.text = string(text)
		b.whole = build(t, b.main, editor.Options{})
		require.Empty(t, b.whole.messages)
		b.elements(sorts)
		require.NoError(t, os.WriteFile(b.path, text, 0o666))
		tried += b.tried
		require.Empty(t, b.silent)
	}
	require.Greater(t, tried, 50)
}
