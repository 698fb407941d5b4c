package tiled

import (
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// placed is a map of a .world.
type placed struct {
	ref  string
	x, y int64
	at   editor.Place
	doc  *editor.Doc // see writeWorld
}

// writeWorld writes the maps of a .world: first those that it names, then those whose
// names fit a pattern, by name.
func (r *reader) writeWorld(root *editor.Node) {
	r.checkNames(root, worldNames)
	var list []placed // those that can be read
	seen := map[*editor.Doc]bool{}
	stems := map[string]int{}
	for _, p := range r.placedMaps(root) {
		switch p.doc = r.Read(p.at, p.ref); {
		case p.doc == nil:
		case seen[p.doc]:
			r.Errorf(p.at, "", "the map %s is in the world twice", p.ref)
		default:
			seen[p.doc] = true
			stems[stem(p.doc.Path)]++
			list = append(list, p)
		}
	}
	var maps []*tileMap
	for _, p := range list {
		name := stem(p.doc.Path)
		if stems[name] > 1 {
			name = withoutSuffix(r.path(p.doc, baseOf(p.doc.Path)))
		}
		if m := r.newMap(p.doc, name); m != nil {
			m.worldX, m.worldY = p.x, p.y
			maps = append(maps, m)
		}
	}
	r.Open("worldfile", root.Place())
	r.Attr("id", r.nameOf(r.Main))
	r.Bool("adjacent", r.bool(root, "onlyShowAdjacentMaps", false))
	r.writeProperties(r.properties(root), noTargets{})
	for _, m := range maps {
		r.writeMap(m)
	}
	r.Close()
}

// placedMaps returns the maps of a .world with their places.
func (r *reader) placedMaps(root *editor.Node) []placed {
	list, has := r.listedMaps(root)
	if patterns := r.patterns(root); len(patterns) > 0 {
		list = append(list, r.fittingMaps(patterns, has)...)
	}
	return list
}

// listedMaps returns the maps that a .world names, and the paths by which they are known.
func (r *reader) listedMaps(root *editor.Node) (list []placed, has map[string]bool) {
	has = map[string]bool{}
	for n := range root.Children("maps") {
		r.checkNames(n, placedNames)
		ref := n.String("fileName")
		if ref == "" {
			r.Errorf(n.Place(), "", "a map of the world has no fileName")
			continue
		}
		has[r.Known(editor.Beside(r.Main, ref))] = true
		list = append(list, placed{ref: ref, x: r.int32(n, "x", 0), y: r.int32(n, "y", 0), at: n.PlaceOf("fileName")})
	}
	return list, has
}

func (r *reader) patterns(root *editor.Node) []*pattern {
	var list []*pattern
	for n := range root.Children("patterns") {
		if p := r.newPattern(n); p != nil {
			list = append(list, p)
		}
	}
	return list
}

// fittingMaps returns the maps in the folder of a .world that its patterns place. It
// leaves out those that has has, and adds the others to it.
func (r *reader) fittingMaps(patterns []*pattern, has map[string]bool) []placed {
	var texts []string
	for _, p := range patterns {
		texts = append(texts, p.regexp.String())
	}
	var list []placed
	fits := false
	for _, name := range r.Folder(r.Main, texts) {
		if !mapFiles[strings.ToLower(suffix(name))] {
			continue
		}
		known := r.Known(editor.Beside(r.Main, name))
		if has[known] {
			fits = fits || slices.ContainsFunc(patterns, func(p *pattern) bool { return p.regexp.MatchString(name) })
			continue
		}
		at, fitsOne := r.placeBy(patterns, name)
		fits = fits || fitsOne
		if at != nil {
			has[known] = true
			list = append(list, *at)
		}
	}
	if !fits {
		r.Warnf(patterns[0].node.PlaceOf("regexp"), "a pattern is for the names of the maps in the world's own folder", "no map fits a pattern of the world")
	}
	return list
}

// placeBy places a map by the first pattern that can. If its name fits a pattern but none
// places it, that is reported, and at is nil.
func (r *reader) placeBy(patterns []*pattern, name string) (at *placed, fits bool) {
	var odd *pattern // the first that fits and cannot place the map
	var text string  // what is no number in the name
	for _, p := range patterns {
		x, y, bad, ok := p.place(name)
		switch {
		case !ok:
		case bad != nil:
			if odd == nil {
				odd, text = p, *bad
			}
		case int64(int32(x)) != x || int64(int32(y)) != y:
			r.Errorf(p.node.PlaceOf("regexp"), "a place has 32 bits; are the multipliers and the numbers in the name those that you want?",
				"the pattern places the map %s at %d, %d", editor.Clip(name), x, y)
			return nil, true
		default:
			return &placed{ref: name, x: x, y: y, at: p.node.PlaceOf("regexp")}, true
		}
	}
	if odd != nil {
		r.unplaced(odd, name, text)
	}
	return nil, odd != nil
}

// unplaced warns about a map that a pattern fits but cannot place. In the editor such a text
// counts as 0, which is where it belongs by chance only.
func (r *reader) unplaced(p *pattern, name, text string) {
	r.Warnf(p.node.PlaceOf("regexp"), `rename the map, or let the pattern fit numbers only, as (-?\d+)`,
		"the map %s is left out: the pattern fits it, but %q is no whole number of 32 bits", editor.Clip(name), editor.Clip(text))
}

// mapFiles are the extensions of maps that are read. A pattern without a $ behind the
// extension also fits pictures of a map, and other files that an editor keeps beside
// it.
var mapFiles = map[string]bool{".tmx": true, ".tmj": true, ".xml": true, ".json": true}

// pattern places maps by two numbers in their names.
type pattern struct {
	node                 *editor.Node
	regexp               *regexp.Regexp
	multiplyX, multiplyY int64
	offsetX, offsetY     int64
}

func (r *reader) newPattern(n *editor.Node) *pattern {
	r.checkNames(n, patternNames)
	text := n.String("regexp")
	var re *regexp.Regexp
	tree, err := syntax.Parse(text, syntax.Perl)
	if err == nil {
		if r.patterned += sizeOfPattern(tree); r.patterned > mostPatterned {
			r.Errorf(n.PlaceOf("regexp"), "names of files are short: let it repeat less", "the patterns of the world are too large, from %q on", editor.Clip(text))
			return nil
		}
		re, err = regexp.Compile(text)
	}
	switch {
	case err != nil:
		r.Errorf(n.PlaceOf("regexp"), "patterns are those of Go's package regexp, which has no look-around and no back references", "the pattern %q cannot be read", editor.Clip(text))
		return nil
	case re.NumSubexp() != 2:
		r.Errorf(n.PlaceOf("regexp"), "", "the pattern %q has %d groups; two are wanted, for x and y", editor.Clip(text), re.NumSubexp())
		return nil
	}
	p := &pattern{node: n, regexp: re}
	p.multiplyX, p.multiplyY = r.int32(n, "multiplierX", 1), r.int32(n, "multiplierY", 1)
	p.offsetX, p.offsetY = r.int32(n, "offsetX", 0), r.int32(n, "offsetY", 0)
	// The editor does not accept such a pattern either: all maps would be in one place.
	for _, name := range []string{"multiplierX", "multiplierY", "mapWidth", "mapHeight"} {
		if r.int32(n, name, 1) == 0 {
			r.Errorf(n.PlaceOf(name), "leave it out, or let it be the size of the maps", "the pattern %q has the %s 0", editor.Clip(text), name)
			return nil
		}
	}
	return p
}

// mostPatterned is the most that sizeOfPattern gives for all patterns together. Each takes
// some ten bytes when it is compiled, and some time for each name.
const mostPatterned = 1 << 15

// sizeOfPattern returns about how many instructions and characters a pattern is compiled to.
// It is small text that repeats much: \w{1000}.
func sizeOfPattern(p *syntax.Regexp) int {
	n := 1 + len(p.Rune)
	for _, in := range p.Sub {
		n += sizeOfPattern(in)
	}
	if p.Op == syntax.OpRepeat {
		n *= max(p.Min, p.Max, 1)
	}
	return n
}

// place returns the position of a file, if its name fits the pattern. bad is what should be
// a number of it and is none.
func (p *pattern) place(name string) (x, y int64, bad *string, ok bool) {
	found := p.regexp.FindStringSubmatch(name)
	if found == nil {
		return 0, 0, nil, false
	}
	var at [2]int64
	for i := range at {
		if at[i], ok = whole(found[1+i], math.MinInt32, math.MaxInt32); !ok {
			return 0, 0, &found[1+i], true
		}
	}
	return at[0]*p.multiplyX + p.offsetX, at[1]*p.multiplyY + p.offsetY, nil, true
}
