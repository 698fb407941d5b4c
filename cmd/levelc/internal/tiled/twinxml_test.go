package tiled_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// twinXML writes what twins makes as TMX.
type twinXML struct {
	strings.Builder
	r   *twins
	ext func(string) string
}

func (x *twinXML) text(name string, n obj) []byte {
	x.Reset()
	x.element(name, n)
	return []byte(x.String())
}

var inAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\n", "&#10;")
var inText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// attribute writes a scalar.
func (x *twinXML) attribute(name string, v any) {
	text := fmt.Sprint(v)
	switch v := v.(type) {
	case bool:
		text = map[bool]string{false: "0", true: "1"}[v]
	case float64:
		text = strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		if name == "template" || name == "source" {
			text = x.ext(v)
		}
	}
	fmt.Fprintf(x, ` %s="%s"`, name, inAttribute.Replace(text))
}

// elements are the elements of TMX for lists of TMJ, around all of them and for each.
var elements = map[string][2]string{
	"tilesets": {"", "tileset"}, "tiles": {"", "tile"}, "objects": {"", "object"}, "animation": {"animation", "frame"},
	"wangsets": {"wangsets", "wangset"}, "colors": {"", "wangcolor"}, "wangtiles": {"", "wangtile"},
}

var layerElements = map[string]string{"tilelayer": "layer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}

// element writes an object of TMJ.
func (x *twinXML) element(name string, n obj) {
	fmt.Fprintf(x, "<%s", name)
	var inside []string
	for _, key := range slices.Sorted(maps.Keys(n)) {
		switch v := n[key]; v.(type) {
		case obj, list, []uint32:
			if key == "wangid" {
				x.attribute(key, strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]"))
				continue
			}
			inside = append(inside, key)
		default:
			switch key {
			case "image", "ellipse", "capsule", "point":
				inside = append(inside, key)
			case "imagewidth", "imageheight", "transparentcolor", "startx", "starty":
			case "type":
				if name == "object" || name == "tile" || name == "wangset" {
					x.attribute(key, v)
				}
			default:
				x.attribute(key, v)
			}
		}
	}
	x.WriteString(">\n")
	for _, key := range inside {
		x.child(n, key)
	}
	fmt.Fprintf(x, "</%s>\n", name)
}

// child writes what a member of TMJ is in TMX.
func (x *twinXML) child(n obj, key string) {
	switch key {
	case "properties":
		x.properties(n[key].(list))
	case "layers":
		for _, l := range n[key].(list) {
			x.element(layerElements[l.(obj)["type"].(string)], l.(obj))
		}
	case "image":
		x.image(n)
	case "ellipse", "capsule", "point":
		fmt.Fprintf(x, "<%s/>", key)
	case "polygon", "polyline":
		var points []string
		for _, p := range n[key].(list) {
			points = append(points, fmt.Sprintf("%v,%v", p.(obj)["x"], p.(obj)["y"]))
		}
		fmt.Fprintf(x, `<%s points="%s"/>`, key, strings.Join(points, " "))
	case "text":
		x.textElement(n[key].(obj))
	case "chunks", "_cells":
		x.data(n)
	default:
		if o, ok := n[key].(obj); ok {
			x.element(key, o)
			return
		}
		if around := elements[key][0]; around != "" {
			fmt.Fprintf(x, "<%s>", around)
			defer fmt.Fprintf(x, "</%s>\n", around)
		}
		for _, in := range n[key].(list) {
			x.element(elements[key][1], in.(obj))
		}
	}
}

func (x *twinXML) image(n obj) {
	fmt.Fprintf(x, `<image source="%s"`, inAttribute.Replace(n["image"].(string)))
	if n["imagewidth"] != nil {
		fmt.Fprintf(x, ` width="%v" height="%v"`, n["imagewidth"], n["imageheight"])
	}
	if c, ok := n["transparentcolor"].(string); ok {
		fmt.Fprintf(x, ` trans="%s"`, oneOf(x.r, c, c[1:]))
	}
	x.WriteString("/>\n")
}

func (x *twinXML) textElement(n obj) {
	x.WriteString("<text")
	for _, key := range slices.Sorted(maps.Keys(n)) {
		if key != "text" {
			x.attribute(key, n[key])
		}
	}
	fmt.Fprintf(x, ">%s</text>", inText.Replace(n["text"].(string)))
}

func (x *twinXML) properties(all list) {
	x.WriteString("<properties>\n")
	for _, p := range all {
		x.property("property", p.(obj))
	}
	x.WriteString("</properties>\n")
}

// property writes a property, or an item of a list.
func (x *twinXML) property(element string, p obj) {
	fmt.Fprintf(x, "<%s", element)
	for _, key := range []string{"name", "type", "propertytype"} {
		if v, ok := p[key]; ok && v != "string" || key == "name" && ok {
			x.attribute(key, v)
		}
	}
	switch v := p["value"].(type) {
	case obj:
		x.WriteString(">")
		if in := p["_in"].(list); len(in) > 0 {
			x.properties(in)
		}
	case list:
		x.WriteString(">")
		for _, in := range v {
			x.property("item", in.(obj))
		}
	case string:
		if strings.Contains(v, "\n") {
			fmt.Fprintf(x, ">%s", inText.Replace(v))
			break
		}
		fmt.Fprintf(x, ` value="%s">`, inAttribute.Replace(v))
	default:
		fmt.Fprintf(x, ` value="%v">`, v)
	}
	fmt.Fprintf(x, "</%s>\n", element)
}

// data writes the cells of a layer, in any way.
func (x *twinXML) data(l obj) {
	how := oneOf(x.r, "elements", "csv", "", "gzip", "zlib", "zstd")
	x.WriteString("<data")
	switch how {
	case "elements":
	case "csv":
		x.attribute("encoding", how)
	default:
		x.attribute("encoding", "base64")
		x.attribute("compression", how)
	}
	x.WriteString(">\n")
	cells := func(n obj) {
		list := n["_cells"].([]uint32)
		switch how {
		case "elements":
			for _, gid := range list {
				fmt.Fprintf(x, `<tile gid="%d"/>`, gid)
			}
		case "csv":
			x.WriteString(strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ",\n"), "[]"))
		default:
			fmt.Fprintf(x, "  %s\n", packed(x.r.t, list, how))
		}
	}
	if chunks, ok := l["chunks"].(list); ok {
		for _, c := range chunks {
			c := c.(obj)
			fmt.Fprintf(x, `<chunk x="%v" y="%v" width="4" height="4">`, c["x"], c["y"])
			cells(c)
			x.WriteString("</chunk>\n")
		}
	} else {
		cells(l)
	}
	x.WriteString("</data>\n")
}
