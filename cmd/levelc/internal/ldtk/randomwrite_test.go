package ldtk_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/ldtk"
)

// object is one of JSON.
type object map[string]any

// with adds members if a condition holds.
func (o object) with(is bool, members object) object {
	if is {
		maps.Copy(o, members)
	}
	return o
}

// file writes the project and its levels' files, in the form of its version, and returns
// the path of the project.
func (p *made) file(t testing.TB) string {
	list := []string{"p.ldtk", ""}
	text := func(v any) string {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		return string(b)
	}
	root := p.root()
	for i, l := range p.levels {
		o := l.world.written(l)
		if !p.external {
			continue
		}
		path := fmt.Sprintf("p/%s.ldtkl", l.name)
		if !p.since(100) {
			path = fmt.Sprintf("p/%04d-%s.ldtkl", i, l.name)
		}
		list = append(list, path, text(maps.Clone(o).with(true, object{"__header__": object{"fileType": "LDtk Level JSON"}})))
		o["layerInstances"], o["externalRelPath"] = nil, path
	}
	list[1] = text(root)
	return files(t, list...)
}

func (p *made) root() object {
	first := p.worlds[0]
	var worlds []object
	for _, w := range p.worlds {
		w.object = object{"iid": w.iid, "identifier": w.name, "worldLayout": w.layout, "worldGridWidth": 256, "worldGridHeight": 128, "levels": p.levelsOf(w)}
		worlds = append(worlds, w.object)
	}
	flags := []string{}
	if p.lines {
		flags = append(flags, "UseMultilinesType")
	}
	o := object{"jsonVersion": fmt.Sprintf("%d.%d.1", p.version/100, p.version%100), "defaultPivotX": 0, "defaultPivotY": 0, "defaultGridSize": 16, "bgColor": rgb(p.color), "nextUid": 9999}
	o.with(p.since(6), object{"__header__": object{"fileType": "LDtk Project JSON"}, "defaultLevelBgColor": rgb(p.level)})
	o.with(p.since(7), object{"externalLevels": p.external})
	o.with(p.since(102), object{"iid": "the project", "toc": p.tocOf()})
	o.with(p.since(103), object{"dummyWorldIid": "dummy"})
	switch {
	case p.multi:
		flags = append(flags, "MultiWorlds")
		o.with(true, object{"worlds": worlds, "levels": []any{}, "worldLayout": nil, "worldGridWidth": nil, "worldGridHeight": nil})
	case p.since(6):
		o.with(true, object{"worldLayout": first.layout, "worldGridWidth": 256, "worldGridHeight": 128}).with(p.since(100), object{"worlds": []any{}})
		fallthrough
	default:
		o["levels"] = worlds[0]["levels"]
	}
	o.with(p.since(8), object{"flags": flags})
	o["defs"] = p.defs()
	return o
}

func rgb(v uint32) string { return fmt.Sprintf("#%06X", v) }

// written is the object of a level.
func (w *madeWorld) written(l *madeLevel) object {
	return w.object["levels"].([]object)[slices.Index(w.levels, l)]
}

func (p *made) defs() object {
	sets, enums, external, layers, kinds := []object{}, []object{}, []object{}, []object{}, []object{}
	for _, s := range p.sets {
		o := object{"identifier": s.name, "uid": s.uid, "relPath": orNil(s.path), "pxWid": s.px(s.cells.X), "pxHei": s.px(s.cells.Y), "tileGridSize": s.grid, "spacing": s.spacing, "padding": s.padding}
		tags := []object{}
		for i, name := range moods {
			tiles := []int{}
			for tile, value := range s.tagged {
				if value == i {
					tiles = append(tiles, tile)
				}
			}
			tags = append(tags, object{"enumValueId": name, "tileIds": tiles})
		}
		o.with(p.since(9), object{"__cWid": s.cells.X, "__cHei": s.cells.Y, "tagsSourceEnumUid": nil, "enumTags": []any{}, "customData": s.dataOf()})
		o.with(s.tags != nil, object{"tagsSourceEnumUid": uidOf(s.tags), "enumTags": tags}).with(p.since(100), object{"embedAtlas": orNil(s.embed)})
		sets = append(sets, o)
	}
	for _, e := range p.enums {
		o := p.enum(e)
		if e.path != "" {
			external = append(external, o)
		} else {
			enums = append(enums, o)
		}
	}
	for _, d := range p.layers {
		layers = append(layers, p.layerDef(d))
	}
	for _, k := range p.kinds {
		o := object{"identifier": k.name, "uid": k.uid, "color": k.color, "width": k.size.X, "height": k.size.Y, "pivotX": k.pivot[0], "pivotY": k.pivot[1], "fieldDefs": p.defsOf(k.fields),
			"tileId": nil, "tilesetId": nil}
		o.with(p.since(8), object{"tags": k.tags}).with(p.since(102), object{"exportToToc": k.inToc})
		if k.tile != nil {
			o["tileId"], o["tilesetId"] = k.tile.tile, k.tile.set.uid
			o.with(p.since(100), object{"tileRect": k.tile.object()})
		}
		kinds = append(kinds, o)
	}
	return object{"tilesets": sets, "enums": enums, "externalEnums": external, "layers": layers, "entities": kinds, "levelFields": p.defsOf(p.levelFields)}
}

func (s *madeSet) dataOf() []object {
	out := []object{}
	for tile, text := range s.data {
		out = append(out, object{"tileId": tile, "data": text})
	}
	return out
}

func uidOf(e *madeEnum) any {
	if e == nil {
		return nil
	}
	return e.uid
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func (r *madeRect) object() object {
	return object{"tilesetUid": r.set.uid, "x": r.x, "y": r.y, "w": r.w, "h": r.h}
}

func (p *made) enum(e *madeEnum) object {
	o := object{"identifier": e.name, "uid": e.uid, "externalRelPath": orNil(e.path), "iconTilesetUid": nil}
	var values []object
	for i, id := range e.values {
		v := object{"id": id, "tileId": nil}.with(p.since(100), object{"color": 0x010203 * (i + 1)})
		if e.icons != nil {
			o["iconTilesetUid"] = e.icons.uid
			r := e.tiles[i]
			v.with(!p.since(103), object{"tileId": r.tile, "__tileSrcRect": []int{r.x, r.y, r.w, r.h}}).with(p.since(103), object{"tileRect": r.object()})
		}
		values = append(values, v)
	}
	o["values"] = values
	return o
}

func (p *made) layerDef(d *madeLayerDef) object {
	o := object{"__type": d.typ, "type": d.typ, "identifier": d.name, "uid": d.uid, "gridSize": d.grid, "displayOpacity": 1, "tilesetDefUid": nil, "autoSourceLayerDefUid": nil}
	o.with(p.since(5), object{"pxOffsetX": d.offset.X, "pxOffsetY": d.offset.Y})
	o.with(p.since(100), object{"parallaxFactorX": d.parallax[0], "parallaxFactorY": d.parallax[1], "parallaxScaling": d.scales})
	values := []object{}
	for _, v := range d.values {
		values = append(values, object{"identifier": fmt.Sprint("v", v), "color": "#0A0B0C"}.with(p.since(8), object{"value": v}))
	}
	o["intGridValues"] = values
	if d.set != nil {
		member := "tilesetDefUid"
		if !p.since(100) && d.typ != "Tiles" {
			member = "autoTilesetDefUid"
		}
		o[member] = d.set.uid
	}
	if d.source != nil {
		o["autoSourceLayerDefUid"] = d.source.uid
	}
	return o
}

// typeOf is the type of a field as the version writes it.
func (p *made) typeOf(f *madeFieldDef) string {
	typ := f.typ
	if f.enum != nil {
		typ = "LocalEnum." + f.enum.name
		if f.enum.path != "" {
			typ = "ExternEnum." + f.enum.name
		}
	}
	if f.array {
		typ = "Array<" + typ + ">"
	}
	return typ
}

func (p *made) defsOf(list []*madeFieldDef) []object {
	out := []object{}
	for _, f := range list {
		out = append(out, object{"identifier": f.name, "__type": p.typeOf(f), "uid": f.uid, "isArray": f.array, "canBeNull": f.null}.with(p.since(105), object{"exportToToc": true}))
	}
	return out
}

func (p *made) fieldsOf(list []madeField) []object {
	out := []object{}
	for i := range list {
		f := &list[i]
		o := object{"__identifier": f.def.name, "__type": p.typeOf(f.def), "__value": f.json(), "defUid": f.def.uid, "realEditorValues": []any{object{"id": "V_Int", "params": []int{1}}}}
		out = append(out, o.with(p.since(100), object{"__tile": nil}))
	}
	return out
}

func (f *madeField) json() any {
	values := []any{}
	for i := range f.values {
		values = append(values, f.values[i].json(f.def))
	}
	if f.def.array {
		return values
	}
	return values[0]
}

func (v *madeValue) json(d *madeFieldDef) any {
	if v.null {
		return nil
	}
	switch d.typ {
	case "Int", "Float":
		return v.num
	case "Bool":
		return v.num != 0
	case "Tile":
		return v.rect.object()
	case "Point":
		return object{"cx": v.at.X, "cy": v.at.Y}
	case "EntityRef":
		return v.to.ref()
	}
	return v.text
}

// ref is a reference to the entity.
func (e *madeEntity) ref() object {
	l := e.layer.level
	return object{"entityIid": e.iid, "layerIid": e.layer.iid, "levelIid": l.iid, "worldIid": l.world.iid}
}

func (p *made) tocOf() []object {
	out := []object{}
	for _, k := range p.kinds {
		old, data := []object{}, []object{}
		for _, e := range p.toc {
			if e.kind != k {
				continue
			}
			fields := object{}
			for i := range e.fields {
				fields[e.fields[i].def.name] = e.fields[i].json()
			}
			old = append(old, e.ref())
			data = append(data, object{"iids": e.ref(), "worldX": 7, "worldY": 8, "widPx": e.size.X, "heiPx": e.size.Y, "fields": fields})
		}
		if !k.inToc {
			continue
		}
		o := object{"identifier": k.name}
		if p.since(105) {
			o.with(true, object{"instancesData": data}).with(p.old, object{"instances": old})
		} else {
			o["instances"] = old
		}
		out = append(out, o)
	}
	return out
}

func (p *made) levelsOf(w *madeWorld) []object {
	out := []object{}
	for _, l := range w.levels {
		color := rgb(p.level)
		if l.color != "" {
			color = l.color
		}
		at := l.at
		if p.since(100) && (w.layout == "LinearHorizontal" || w.layout == "LinearVertical") {
			at = ldtk.Vec{X: -1, Y: -1}
		}
		near := []object{}
		for _, n := range l.near {
			near = append(near, object{"dir": n.dir}.with(p.since(100), object{"levelIid": n.level.iid}).with(!p.since(102), object{"levelUid": n.level.uid}))
		}
		layers := []object{}
		for _, y := range l.layers {
			layers = append(layers, p.layer(y))
		}
		o := object{"identifier": l.name, "uid": l.uid, "pxWid": l.size.X, "pxHei": l.size.Y, "layerInstances": layers}
		o.with(p.since(6), object{"worldX": at.X, "worldY": at.Y, "__bgColor": color, "bgColor": orNil(l.color), "__neighbours": near})
		o.with(p.since(7), object{"bgRelPath": nil, "__bgPos": nil, "externalRelPath": nil})
		if b := l.back; b != nil {
			o["bgPos"] = b.mode
			o["bgRelPath"], o["__bgPos"] = b.path, object{"topLeftPx": []int32{b.at.X, b.at.Y}, "scale": b.scale, "cropRect": b.crop}
		}
		o.with(p.since(8), object{"fieldInstances": p.fieldsOf(l.fields)})
		out = append(out, o.with(p.since(100), object{"iid": l.iid, "worldDepth": l.depth}))
	}
	return out
}

func (p *made) layer(y *madeLayer) object {
	d, cells, total := y.def, y.cellsOf(), y.total()
	o := object{"__identifier": d.name, "__type": d.typ, "__cWid": cells.X, "__cHei": cells.Y, "__gridSize": d.grid, "__opacity": y.opacity, "layerDefUid": d.uid, "levelId": y.level.uid,
		"pxOffsetX": y.offset.X, "pxOffsetY": y.offset.Y, "seed": 1}
	o.with(p.since(5), object{"__pxTotalOffsetX": total.X, "__pxTotalOffsetY": total.Y}).with(p.since(8), object{"visible": y.visible}).with(p.since(100), object{"iid": y.iid})
	if p.since(6) {
		o["__tilesetDefUid"], o["overrideTilesetUid"] = nil, nil
		if y.setOf() != nil {
			o["__tilesetDefUid"] = y.setOf().uid
		}
		if y.set != nil {
			o["overrideTilesetUid"] = y.set.uid
		}
	}
	csv, sparse := []int{}, []object{}
	for i, v := range y.cells {
		csv = append(csv, v)
		if v != 0 {
			sparse = append(sparse, object{"coordId": i, "v": v - 1})
		}
	}
	o.with(p.since(8), object{"intGridCsv": csv}).with(!p.since(8) || p.old, object{"intGrid": sparse})
	o["gridTiles"], o["autoLayerTiles"], o["entityInstances"] = []any{}, []any{}, p.entitiesOf(y)
	tiles := []object{}
	for _, t := range y.tiles {
		px, src := t.px, y.setOf().src(t.id)
		if !p.since(5) && d.typ != "Tiles" {
			px = ldtk.Vec{X: px.X + y.offset.X, Y: px.Y + y.offset.Y}
		}
		v := object{"px": []int32{px.X, px.Y}, "src": []int32{src.X, src.Y}, "f": t.flip, "d": []int{1, 2, t.id}}
		tiles = append(tiles, v.with(p.since(6), object{"t": t.id}).with(p.since(105), object{"a": t.alpha}))
	}
	if d.typ == "Tiles" {
		o["gridTiles"] = tiles
	} else {
		o["autoLayerTiles"] = tiles
	}
	return o
}

// total is the offset of the layer.
func (y *madeLayer) total() ldtk.Vec {
	return ldtk.Vec{X: y.offset.X + y.def.offset.X, Y: y.offset.Y + y.def.offset.Y}
}

func (p *made) entitiesOf(y *madeLayer) []object {
	out := []object{}
	for _, e := range y.entities {
		k := e.kind
		o := object{"__identifier": k.name, "__grid": []int32{e.px.X / 8, e.px.Y / 8}, "defUid": k.uid, "px": []int32{e.px.X, e.px.Y}, "fieldInstances": p.fieldsOf(e.fields), "__tile": nil}
		o.with(p.since(7), object{"__pivot": k.pivot}).with(p.since(8), object{"width": e.size.X, "height": e.size.Y})
		o.with(p.since(100), object{"iid": e.iid, "__tags": append([]string{}, k.tags...), "__smartColor": "#0A0B0D"}).with(p.since(105), object{"__worldX": 1, "__worldY": 2})
		if r := k.tile; r != nil && p.since(100) {
			o["__tile"] = r.object()
		} else if r != nil {
			o["__tile"] = object{"tilesetUid": r.set.uid, "srcRect": []int{r.x, r.y, r.w, r.h}}
		}
		out = append(out, o)
	}
	return out
}
