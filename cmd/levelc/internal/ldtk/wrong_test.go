package ldtk_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/loader/ldtk"
)

// level is a project of one level with some members. It has an empty list of layers unless
// they say where its layers are.
func level(members string) string {
	if !strings.Contains(members, "layerInstances") && !strings.Contains(members, "externalRelPath") {
		members += `, "layerInstances": []`
	}
	return `{"jsonVersion": "1.5.3", "defs": {}, "levels": [
{"identifier": "A", "iid": "a"` + members + `}]}`
}

// layer is one of one layer.
func layer(members string) string {
	return level(`, "layerInstances": [
{"__identifier": "L", "__type": "IntGrid", "__cWid": 2, "__cHei": 2, "__gridSize": 8` + members + `}]`)
}

func TestWrongProjects(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a list":              {`[1]`, `p.ldtk:1:1: this is no project of LDtk, which is an object of JSON`},
		"no levels":           {`{"jsonVersion": "1.0"}`, `p.ldtk:1:1: this is no project of LDtk: it has neither levels nor worlds`},
		"a level's file":      {`{"identifier": "A", "layerInstances": []}`, `p.ldtk:1:1: this is one level of a project of LDtk; what its layers and entities are stands in the project; build the project that it belongs to, the .ldtk file`},
		"two levels":          {`{"levels": [{"identifier": "A", "layerInstances": []}, {"identifier": "A", "layerInstances": []}]}`, `p.ldtk:1:71: the level "A": something else in the project has that id already`},
		"two definitions":     {`{"defs": {"tilesets": [{"uid": 1, "identifier": "a"}, {"uid": 1, "identifier": "b"}]}, "levels": []}`, `p.ldtk:1:63: uid 1: another definition of the same sort has it`},
		"no file":             {level(`, "externalRelPath": "none.ldtkl"`), `p.ldtk:2:52: ...none.ldtkl does not exist; --missing=warn builds the level without it`},
		"no name of a file":   {`{"externalLevels": true, "levels": [{"layerInstances": null}]}`, `p.ldtk:1:37: the level has neither layers nor the name of a file that has them; save the project again`},
		"no layers":           {`{"levels": [{"identifier": "A"}]}`, `p.ldtk:1:13: the level has neither layers nor the name of a file that has them; save the project again`},
		"null for layers":     {`{"externalLevels": false, "levels": [{"layerInstances": null}]}`, `p.ldtk:1:38: the level has neither layers nor`},
		"a null level":        {`{"levels": [{"identifier": "A", "layerInstances": []}, null]}`, `p.ldtk:1:56: levels: expected objects, got null; save the project again with LDtk`},
		"a null layer":        {level(`, "layerInstances": [null, {"__type": "Tiles"}]`), `layerInstances: expected objects, got null`},
		"a null entity":       {one(`null, {"__identifier": "E", "px": [0, 0]}`), `p.ldtk:7:1: entityInstances: expected objects, got null`},
		"a null field":        {one(`{"__identifier": "E", "px": [0, 0], "fieldInstances": [{"__identifier": "f", "__type": "Int", "__value": 1}, null]}`), `fieldInstances: expected objects, got null`},
		"a null tile":         {layer(`, "gridTiles": [{"px": [0, 0], "src": [0, 0]}, null]`), `gridTiles: expected objects, got null`},
		"a null definition":   {`{"defs": {"layers": [null, {"uid": 1, "type": "Tiles"}]}, "levels": []}`, `p.ldtk:1:22: layers: expected objects, got null`},
		"a null kind":         {`{"defs": {"entities": [{"uid": 1}, null]}, "levels": []}`, `entities: expected objects, got null`},
		"only null":           {level(`, "layerInstances": [null]`), `layerInstances: expected objects, got a list`},
		"a flip":              {layer(`, "gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 4}]`), `f: expected flips, from 0 to 3, got 4`},
		"a negative level":    {level(`, "pxWid": -1`), `p.ldtk:2:1: the level has a negative size, -1 x 0`},
		"a negative layer":    {`{"levels": [{"layerInstances": [{"__type": "Tiles", "__cWid": 3, "__cHei": -2}]}]}`, `p.ldtk:1:33: the layer has a negative size, 3 x -2 cells`},
		"too few values":      {layer(`, "intGridCsv": [1, 2, 3]`), `p.ldtk:3:101: 3 values, and the layer has 2 x 2 cells; save the project again with LDtk`},
		"no values":           {layer(`, "intGridCsv": ["1"]`), `p.ldtk:3:101: intGridCsv: expected a list of whole numbers, got a list`},
		"an object as value":  {layer(`, "intGridCsv": [1, 2, {"a": 3}, 4]`), `p.ldtk:3:108: intGridCsv: expected a list of whole numbers, got an object`},
		"a large value":       {layer(`, "intGridCsv": [1, 2, 65536, 1]`), `p.ldtk:3:108: the values of cells are whole numbers from 0 to 65535, got 65536`},
		"a broken value":      {layer(`, "intGridCsv": [1, 0.5, 3, 1]`), `p.ldtk:3:105: the values of cells are whole numbers from 0 to 65535, got 0.5`},
		"an old value":        {layer(`, "intGrid": [{"coordId": 4, "v": 0}]`), `p.ldtk:3:99: cell 4 with the value 0 is not in a layer of 2 x 2 cells`},
		"an old value's lack": {layer(`, "intGrid": [{"coordId": 2}]`), `p.ldtk:3:99: cell 2 with the value -1 is not in a layer of 2 x 2 cells`},
		"a larger old value":  {layer(`, "intGrid": [{"coordId": 3, "v": 65535}]`), `cell 3 with the value 65535 is not in a layer of 2 x 2 cells`},
		"a value's number":    {`{"defs": {"layers": [{"uid": 1, "type": "IntGrid", "intGridValues": [{"value": 65535}, {"value": 65536}]}]}, "levels": []}`, `p.ldtk:1:98: value: 65536, and the values of cells are from 0 to 65535`},
		"a field's iid":       {one(crateWith("f", "EntityRef", `"c"`)), `this is no value for a field of type EntityRef: "c"`},
		"a bare iid":          {one(crateWith("f", "EntifyRef", `"x"`)), `no entity of the project has the iid "x"`},
		"a bare number":       {one(crateWith("f", "EntifyRef", `1`)), `this is no value for a field of type EntityRef: 1`},
		"a field's rectangle": {one(crateWith("f", "Tile", `"c"`)), `this is no value for a field of type Tile: "c"`},
		"a tag":               {`{"flags": ["a", "\u000b"], "levels": []}`, `p.ldtk:1:17: a text has the character U+000B, which XML has not, and levels are texts of both; remove it`},
		"a long word":         {level(`, "__bgColor": "` + strings.Repeat("x", 70) + `"`), `got "` + strings.Repeat("x", 60) + `..."`},
		"a tile nowhere":      {layer(`, "gridTiles": [{"src": [0, 0]}]`), `p.ldtk:3:101: the tile has no position, px; save the project with a newer LDtk`},
		"entities nowhere":    {one(`{"__identifier": "E", "px": [0, 0]},` + "\n" + `{"__identifier": "E"}`), `p.ldtk:8:1: the entity has no position, px; save the project with a newer LDtk`},
		"an entity of null":   {one(`{"__identifier": "E", "px": null}`), `p.ldtk:7:1: the entity has no position, px`},
		"an entity's object":  {one(`{"__identifier": "E", "px": {"x": 1}}`), `p.ldtk:7:29: px: expected a list of two whole numbers, got an object`},
		"tiles that are none": {layer(`, "gridTiles": [{"px": [0, 0], "src": [0, 0]}, 5, null]`), `p.ldtk:3:132: gridTiles: expected objects, got 5; save the project again with LDtk`},
		"only numbers":        {layer(`, "autoLayerTiles": [1, 2]`), `p.ldtk:3:105: autoLayerTiles: expected objects, got a list`},
		"an entity as a word": {layer(`, "entityInstances": ["x", {"__identifier": "E", "px": [0, 0]}]`), `p.ldtk:3:107: entityInstances: expected objects, got "x"`},
		"a late number":       {layer(`, "entityInstances": [{"__identifier": "E", "px": [0, 0]}, {"__identifier": "E", "px": [0, 0]}, 5, {"__identifier": "E", "px": [0, 0]}]`), `entityInstances: expected objects, got 5`},
		"a lone tile":         {layer(`, "gridTiles": true`), `p.ldtk:3:100: gridTiles: expected objects, got true`},
		"a level as a number": {`{"levels": [{"identifier": "A", "layerInstances": []}, 7]}`, `p.ldtk:1:56: levels: expected objects, got 7`},
		"layers as words":     {level(`, "layerInstances": ["a", "b"]`), `layerInstances: expected objects, got a list`},
		"a field as a number": {one(`{"__identifier": "E", "px": [0, 0], "fieldInstances": [1]}`), `fieldInstances: expected objects, got a list`},
		"a definition":        {`{"defs": {"layers": [3, {"uid": 1}]}, "levels": []}`, `p.ldtk:1:22: layers: expected objects, got 3`},
		"a broken tile":       {layer(`, "gridTiles": [{"px": [0]}]`), `p.ldtk:3:108: px: expected a list of two whole numbers, got a list of 1: 0`},
		"a large tile":        {layer(`, "gridTiles": [{"px": [0, 1e10]}]`), `px: expected a list of two whole numbers, got a list of 2: 0,1e10`},
		"a number":            {level(`, "uid": "1"`), `p.ldtk:2:40: uid: expected a whole number of 32 bits, got "1"`},
		"a colour":            {level(`, "__bgColor": "#12345"`), `p.ldtk:2:46: __bgColor: expected a colour, as "#rrggbb", got "#12345"`},
		"a bool":              {layer(`, "visible": 1`), `visible: expected true or false, got 1`},
		"a string":            {level(`, "bgRelPath": 5`), `bgRelPath: expected a string, got 5`},
		"an opacity":          {layer(`, "__opacity": 1e99`), `__opacity: expected a number, got 1e99`},
		"a far level":         {`{"worldLayout": "LinearHorizontal", "levels": [{"pxWid": 2147483647, "layerInstances": []}, {"uid": 1, "pxWid": 5, "layerInstances": []}, {"uid": 2, "layerInstances": []}]}`, `p.ldtk:1:93: this lies at 2147483652,0, and positions have 32 bits`},
		"words":               {`{"flags": [1], "levels": []}`, `p.ldtk:1:11: flags: expected a list of strings, got a list`},
		"an entity far away":  {one(`{"__identifier": "E", "px": [2147483647, 0]}`), `p.ldtk:7:1: this lies at 2147483657,20, and positions have 32 bits`},
		"a field's type":      {one(crateWith("f", "Int", `"x"`)), `p.ldtk:8:51: this is no value for a field of type Int: "x"`},
		"a field's range":     {one(crateWith("f", "Int", `3000000000`)), `this is no value for a field of type Int: 3000000000`},
		"a field's float":     {one(crateWith("f", "Float", `1e999`)), `this is no value for a field of type Float: 1e999`},
		"a field's bool":      {one(crateWith("f", "Bool", `1`)), `this is no value for a field of type Bool: 1`},
		"a field's entity":    {one(crateWith("f", "EntityRef", `{"entityIid": "x"}`)), `p.ldtk:8:71: no entity of the project has the iid "x"; give the field another entity in LDtk, or none`},
		"an object for text":  {level(`, "bgRelPath": {"a": 1}`), `p.ldtk:2:46: bgRelPath: expected a string, got an object`},
		"and for a number":    {level(`, "uid": {}`), `p.ldtk:2:40: uid: expected a whole number of 32 bits, got an object`},
		"and for a bool":      {layer(`, "visible": {}`), `visible: expected true or false, got an object`},
		"and for an opacity":  {layer(`, "__opacity": {}`), `__opacity: expected a number, got an object`},
		"and for an alpha":    {layer(`, "gridTiles": [{"px": [0, 0], "a": {}}]`), `p.ldtk:3:121: a: expected a number, got an object`},
		"and for tags":        {`{"defs": {"entities": [{"uid": 3, "color": "#010203", "tags": ["a"]}]}, "levels": [{"layerInstances": [{"__type": "Entities", "entityInstances": [{"defUid": 3, "px": [0, 0], "__tags": {}}]}]}]}`, `__tags: expected a list of strings, got an object`},
		"and for its colour":  {`{"defs": {"entities": [{"uid": 3, "color": "#010203", "tags": ["a"]}]}, "levels": [{"layerInstances": [{"__type": "Entities", "entityInstances": [{"defUid": 3, "px": [0, 0], "__smartColor": {}}]}]}]}`, `__smartColor: expected a colour, as "#rrggbb", got an object`},
		"and for a colour":    {level(`, "__bgColor": {}`), `__bgColor: expected a colour, as "#rrggbb", got an object`},
		"and for a place":     {layer(`, "gridTiles": [{"px": [0, 0], "src": {"x": 0}}]`), `src: expected a list of two whole numbers, got an object`},
		"and for a pivot":     {one(`{"__identifier": "E", "px": [0, 0], "__pivot": {}}`), `__pivot: expected a list of 2 numbers, got an object`},
		"and for words":       {`{"flags": {}, "levels": []}`, `flags: expected a list of strings, got an object`},
		"and for borders":     {`{"defs": {"entities": [{"uid": 3, "nineSliceBorders": {}}]}, "levels": []}`, `nineSliceBorders: expected a list of four whole numbers, got an object`},
		"a text for borders":  {`{"defs": {"entities": [{"uid": 3, "nineSliceBorders": "1"}]}, "levels": []}`, `nineSliceBorders: expected a list of four whole numbers, got "1"`},
		"no definitions":      {`{"defs": 5, "levels": []}`, `p.ldtk:1:10: defs: expected an object, got 5`},
		"no image's place":    {level(`, "bgRelPath": "a.png", "__bgPos": [0, 0]`), `__bgPos: expected an object, got a list`},
		"no rectangle":        {`{"defs": {"entities": [{"uid": 3, "tileRect": "a"}]}, "levels": []}`, `tileRect: expected an object, got "a"`},
		"no old rectangle":    {`{"defs": {"enums": [{"uid": 3, "values": [{"id": "A", "__tileSrcRect": [1, 2]}]}]}, "levels": []}`, `__tileSrcRect: expected a list of 4 numbers, got a list of 2: 1,2`},
		"a mixed word":        {`{"flags": ["a", null, 7], "levels": []}`, `p.ldtk:1:23: flags: expected a list of strings, and this is 7`},
		"tiles as words":      {`{"defs": {"tilesets": [{"uid": 1, "enumTags": [{"enumValueId": "A", "tileIds": ["1"]}]}]}, "levels": []}`, `tileIds: expected a list of whole numbers, got a list`},
		"no table of entries": {`{"toc": [{"identifier": "E", "instancesData": 5}], "levels": []}`, `instancesData: expected objects, got 5`},
		"a lost entry":        {`{"toc": [{"identifier": "E", "instancesData": [{"iids": {"entityIid": "x"}}]}], "levels": []}`, `no entity of the project has the iid "x"; save the project again with LDtk`},
		"an entry of nothing": {`{"toc": [{"identifier": "E", "instances": [{"levelIid": "x"}]}], "levels": []}`, `p.ldtk:1:44: the reference has no entityIid; save the project again with LDtk`},
		"a reference to null": {one(crateWith("f", "EntityRef", `{"entityIid": null}`)), `the reference has no entityIid; save the project again with LDtk`},
		"tags of no tiles":    {`{"defs": {"tilesets": [{"uid": 1, "enumTags": [{"enumValueId": "A"}]}]}, "levels": []}`, `p.ldtk:1:48: the tag of tiles has no tileIds; save the project again with LDtk`},
		"no entry":            {`{"toc": [{"identifier": "E", "instancesData": [{"iids": "x"}]}], "levels": []}`, `iids: expected an object, got "x"`},
		"an empty item":       {layer(`, "gridTiles": [{"px": [0, 0], "src": [0, 0]}, []]`), `gridTiles: expected objects, got a list`},
		"a list for one":      {one(crateWith("f", "Int", `[1, 2]`)), `p.ldtk:8:51: this is no value for a field of type Int: a list`},
		"one for a list":      {one(crateWith("f", "Array<Int>", `1`)), `this is no value for a field of type Array<Int>: 1`},
		"a list in a list":    {one(crateWith("f", "Array<Int>", `[1, [2]]`)), `this is no value for a field of type Int: a list`},
		"beside an object":    {one(crateWith("f", "Array<Point>", `[{"cx": 1, "cy": 2}, [null]]`)), `this is no value for a field of type Point: a list`},
		"nothing beside one":  {one(crateWith("f", "Array<Point>", `[[], {"cx": 1, "cy": 2}]`)), `this is no value for a field of type Point: a list`},
		"a text as a number":  {one(crateWith("f", "String", `5`)), `this is no value for a field of type String: 5`},
		"a path as a bool":    {one(crateWith("f", "FilePath", `true`)), `this is no value for a field of type FilePath: true`},
		"an object as text":   {one(crateWith("f", "Multilines", `{"a": 1}`)), `this is no value for a field of type Multilines: an object`},
		"levels in no list":   {`{"levels": {"identifier": "A", "layerInstances": []}}`, `p.ldtk:1:12: levels: expected a list of objects, got an object; save the project again with LDtk`},
		"levels as nothing":   {`{"levels": {"layerInstances": []}}`, `p.ldtk:1:12: levels: expected a list of objects, got an object`},
		"worlds in no list":   {`{"worlds": {"levels": []}}`, `p.ldtk:1:12: worlds: expected a list of objects, got an object`},
		"a layer in no list":  {level(`, "layerInstances": {"__type": "Tiles"}`), `layerInstances: expected a list of objects, got an object`},
		"a tile in no list":   {layer(`, "gridTiles": {"px": [0, 0], "src": [0, 0]}`), `p.ldtk:3:100: gridTiles: expected a list of objects, got an object`},
		"a rule's tile":       {layer(`, "autoLayerTiles": {"px": [0, 0], "src": [0, 0]}`), `autoLayerTiles: expected a list of objects, got an object`},
		"a cell in no list":   {layer(`, "intGrid": {"coordId": 0, "v": 0}`), `intGrid: expected a list of objects, got an object`},
		"no list of entities": {layer(`, "entityInstances": {"__identifier": "E", "px": [0, 0]}`), `entityInstances: expected a list of objects, got an object`},
		"a field in no list":  {one(`{"__identifier": "E", "px": [0, 0], "fieldInstances": {"__identifier": "f", "__type": "Int", "__value": 1}}`), `p.ldtk:7:55: fieldInstances: expected a list of objects, got an object`},
		"a definition alone":  {`{"defs": {"enums": {"identifier": "E", "uid": 1}}, "levels": []}`, `p.ldtk:1:20: enums: expected a list of objects, got an object`},
		"a value alone":       {`{"defs": {"enums": [{"identifier": "E", "uid": 1, "values": {"id": "A"}}]}, "levels": []}`, `values: expected a list of objects, got an object`},
		"definitions listed":  {`{"defs": [{"layers": []}], "levels": []}`, `p.ldtk:1:11: defs: expected an object, got a list`},
		"a place in a list":   {level(`, "bgRelPath": "a.png", "__bgPos": [{"topLeftPx": [0, 0]}]`), `__bgPos: expected an object, got a list`},
		"a listed number":     {level(`, "uid": [{"a": 1}]`), `uid: expected a whole number of 32 bits, got a list`},
		"a point in a list":   {one(crateWith("f", "Point", `[{"cx": 1, "cy": 2}]`)), `p.ldtk:8:54: this is no value for a field of type Point: a list`},
		"a point in no list":  {one(crateWith("f", "Array<Point>", `{"cx": 1, "cy": 2}`)), `p.ldtk:8:60: this is no value for a field of type Array<Point>: an object`},
		"a tile of nothing":   {one(crateWith("f", "Tile", `{"x": 0, "y": 0, "w": 8, "h": 8}`)), `p.ldtk:8:52: the tile has no tilesetUid; save the project again with LDtk`},
		"a tile of null":      {one(crateWith("f", "Array<Tile>", `[{"tilesetUid": null, "x": 0, "y": 0, "w": 8, "h": 8}]`)), `the tile has no tilesetUid`},
		"a tile without x":    {one(crateWith("f", "Tile", `{"tilesetUid": 4, "y": 0, "w": 8, "h": 8}`)), `the tile has no x`},
		"a tile without y":    {one(crateWith("f", "Tile", `{"tilesetUid": 4, "x": 0, "w": 8, "h": 8}`)), `the tile has no y`},
		"a tile without w":    {one(crateWith("f", "Tile", `{"tilesetUid": 4, "x": 0, "y": 0, "h": 8}`)), `the tile has no w`},
		"a tile without h":    {one(crateWith("f", "Tile", `{"tilesetUid": 4, "x": 0, "y": 0, "w": null}`)), `the tile has no w`},
		"an entity's tile":    {one(`{"__identifier": "E", "px": [0, 0], "__tile": {"x": 0, "y": 0, "w": 8, "h": 8}}`), `p.ldtk:7:47: the tile has no tilesetUid`},
		"part of a tile":      {one(`{"__identifier": "E", "px": [0, 0], "__tile": {"tilesetUid": 4, "x": 0, "y": 0, "w": 8}}`), `the tile has no h`},
		"an enum's tile":      {`{"defs": {"enums": [{"identifier": "E", "uid": 1, "values": [{"id": "A", "tileRect": {"tilesetUid": 4}}]}]}, "levels": []}`, `the tile has no x`},
		"no value":            {one(`{"__identifier": "E", "px": [0, 0], "fieldInstances": [` + "\n" + `{"__identifier": "f", "__type": "Int"}]}`), `p.ldtk:8:1: the field has no __value; save the project again with LDtk`},
		"data of no tile":     {`{"defs": {"tilesets": [{"uid": 1, "customData": [{"data": "x"}]}]}, "levels": []}`, `p.ldtk:1:50: the data of a tile has no tileId`},
		"tags of no value":    {`{"defs": {"tilesets": [{"uid": 1, "enumTags": [{"tileIds": [1]}]}]}, "levels": []}`, `p.ldtk:1:48: the tag of tiles has no enumValueId`},
		"tags in no list":     {`{"defs": {"tilesets": [{"uid": 1, "enumTags": [{"enumValueId": "A", "tileIds": 5}]}]}, "levels": []}`, `p.ldtk:1:80: tileIds: expected a list of whole numbers, got 5`},
		"a colour beyond all": {level(`, "__bgColor": 1e300`), `p.ldtk:2:46: __bgColor: expected a colour, as "#rrggbb", got 1e300`},
		"a large colour":      {level(`, "__bgColor": 16777216`), `__bgColor: expected a colour, as "#rrggbb", got 16777216`},
		"a colour's letter":   {level(`, "__bgColor": "0123456"`), `__bgColor: expected a colour, as "#rrggbb", got "0123456"`},
		"far away":            {level(`, "worldX": 2147483647, "layerInstances": [{"__type": "Entities", "entityInstances": [` + "\n" + `{"__identifier": "E", "px": [1, 0]}]}]`), `p.ldtk:3:1: this lies at 2147483648,0, and positions have 32 bits`},
		"one number of two":   {one(`{"__identifier": "E", "px": [1]}`), `p.ldtk:7:29: px: expected a list of two whole numbers, got a list of 1: 1`},
		"a nameless value":    {`{"defs": {"enums": [{"uid": 1, "values": [{"color": 1}]}]}, "levels": []}`, `p.ldtk:1:43: the value of an enum has no id`},
		"twins":               {one(crateWith("f", "Int", `1`, "g", "Int", `2`, "f", "Int", `3`)), `p.ldtk:10:18: two fields are called "f"; save the project again with LDtk`},
		"a nameless field":    {one(`{"__identifier": "E", "px": [0, 0], "fieldInstances": [` + "\n" + `{"__type": "Int", "__value": 3}]}`), `p.ldtk:8:1: the field has no __identifier; save the project again with LDtk`},
		"an empty name":       {one(crateWith("", "Int", `3`)), `p.ldtk:8:18: the field has no __identifier`},
		"a level's field":     {level(`, "fieldInstances": [{"__type": "Int", "__value": 3, "defUid": 7}]`), `the field has no __identifier`},
		"a field's text":      {one(crateWith("f", "String", `"\u0001"`)), `a text has the character U+0001, which XML has not`},
	} {
		t.Run(name, func(t *testing.T) {
			res := build(t, schemaOf(t, nil), files(t, "p.ldtk", c.text), compile.Options{})
			require.NotEmpty(t, res.found)
			require.Equal(t, 1, res.errors, res.found)
			for part := range strings.SplitSeq(c.want, "...") { // a folder's name may stand between
				require.Contains(t, res.found[0], part)
			}
			require.Nil(t, res.level)
		})
	}
}

func TestWrongLevelFiles(t *testing.T) {
	project := level(`, "externalRelPath": "a.ldtkl"`)
	for name, c := range map[string]struct{ text, want string }{
		"another level": {`{"iid": "b", "layerInstances": []}`, `a.ldtkl:1:9: this is level b, and the project means a; save the project again`},
		"no layers":     {`{"iid": "a"}`, `a.ldtkl:1:1: the level's file has no layers`},
		"no JSON":       {`{"iid" "a"}`, `a.ldtkl:1:8: `},
		"its own error": {`{"layerInstances": [` + "\n" + `{"__type": "IntGrid", "visible": 2}]}`, `a.ldtkl:2:34: visible: expected true or false, got 2`},
	} {
		t.Run(name, func(t *testing.T) {
			res := build(t, schemaOf(t, nil), files(t, "p.ldtk", project, "a.ldtkl", c.text), compile.Options{})
			require.Len(t, res.found, 1)
			require.Contains(t, res.found[0], c.want)
		})
	}
}

// What a field is called and what it has may stand in its definition only.
func TestNamesOfFieldsInTheirDefinitions(t *testing.T) {
	const project = `{"defs": {"entities": [{"identifier": "E", "uid": 3, "fieldDefs": [{"identifier": "life", "uid": 5, "__type": "Int"}, {"identifier": "odd", "__type": "Int"}]}],
"levelFields": [{"identifier": "song", "uid": 6, "__type": "String"}]},
"levels": [{"identifier": "A", "fieldInstances": [{"defUid": 6, "__value": "la"}], "layerInstances": [{"__type": "Entities", "entityInstances": [
{"defUid": 3, "px": [0, 0], "fieldInstances": [{"defUid": 5, "__value": 7}, {"__identifier": "free", "__type": "Float", "__value": 1}]}]}]}]}`
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", project), compile.Options{})
	require.Empty(t, res.found)
	require.Contains(t, res.xml, `<field name="song" type="String" text="la"/>`)
	require.Contains(t, res.xml, `<field name="life" type="Int" int="7" float="7"/>`)
	require.Contains(t, res.xml, `<field name="free" type="Float" float="1"/>`)
	res = build(t, schemaOf(t, nil), files(t, "p.ldtk", strings.Replace(project, `"defUid": 5, `, "", 1)), compile.Options{})
	require.Equal(t, 1, res.errors, "a field without a definition is not that of a definition without a number: %s", res.found)
}

// All that is wrong is found at once.
func TestErrorsDoNotHideOthers(t *testing.T) {
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", one(crateWith("f", "Int", `"x"`, "g", "Color", `"red"`, "h", "Point", `{}`))), compile.Options{})
	require.Len(t, res.found, 3)
}

// LDtk writes -1 for the colour of an enum's value that it is going to find in a tile.
func TestColoursThatAreNotSetYet(t *testing.T) {
	const project = `{"jsonVersion": "1.0.0", "defs": {"enums": [{"identifier": "E", "uid": 1, "values": [{"id": "A", "color": %s}, {"id": "B", "color": 258}]}]}, "levels": []}`
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", fmt.Sprintf(project, "-1")), compile.Options{})
	require.Empty(t, res.found)
	require.Contains(t, res.xml, `<value name="A"/>`)
	require.Contains(t, res.xml, `<value name="B" color="0 1 2 255"/>`)
	res = build(t, schemaOf(t, nil), files(t, "p.ldtk", fmt.Sprintf(project, "-2")), compile.Options{})
	require.Equal(t, 1, res.errors)
	require.Contains(t, res.found[0], `color: expected a colour, as "#rrggbb", got -2`)
}

func TestWhatIsOddIsSaidOnce(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a new version":     {`{"jsonVersion": "2.0", "levels": []}`, `p.ldtk:1:17: the project has version 2.0, and levelc knows LDtk up to 1: what is new is left out`},
		"a new layer":       {layer(`}, {"__type": "Voxels"`), `p.ldtk:3:99: layers of type "Voxels" are not known; this one is taken for one of entities`},
		"a new layout":      {`{"worldLayout": "Globe", "levels": []}`, `p.ldtk:1:17: the world layout "Globe" is not known; levels lie where they say`},
		"a new direction":   {level(`, "__neighbours": [{"levelIid": "a", "dir": "up"}, {"levelIid": "a", "dir": "up"}]`), `neighbours in the direction "up" are not known`},
		"a lost neighbour":  {level(`, "__neighbours": [{"levelIid": "b", "dir": "n"}]`), `a neighbour, b, is not in the project; save the project again`},
		"a new type":        {one(crateWith("f", "Vector", `1`, "g", "Vector", `2`)), `p.ldtk:8:33: fields of type "Vector" are not known; simple values are kept as text`},
		"a new enum value":  {one(crateWith("f", "LocalEnum.Item", `"Ink"`)), `the enum Item has no value "Ink"`},
		"a new tag":         {`{"defs": {"tilesets": [{"uid": 1, "tagsSourceEnumUid": 2, "enumTags": [{"enumValueId": "B", "tileIds": [1]}]}], "enums": [{"identifier": "E", "uid": 2, "values": [{"id": "A"}]}]}, "levels": []}`, `p.ldtk:1:88: the enum E has no value "B"`},
		"a lost tileset":    {layer(`, "__tilesetDefUid": 9`), `the layer's tileset, 9, is not in the project`},
		"a lost rectangle":  {one(crateWith("f", "Tile", `{"tilesetUid": 9, "x": 0, "y": 0, "w": 8, "h": 8}`, "g", "Tile", `{"tilesetUid": 9, "x": 8, "y": 0, "w": 8, "h": 8}`)), `p.ldtk:8:67: tileset 9, of a tile, is not in the project; that is left out; it was deleted, perhaps; choose another one in LDtk, or none`},
		"no type":           {one(`{"__identifier": "E", "px": [0, 0], "fieldInstances": [` + "\n" + `{"__identifier": "f", "__value": {"cx": 1}}, {"__identifier": "g", "__value": 5}]}`), `p.ldtk:8:34: field f: a value of a type that is not known is left out, unless it is a simple one`},
		"no tileset":        {one(crateWith("f", "Tile", `{"tilesetUid": -1, "x": 0, "y": 0, "w": 8, "h": 8}`)), `tileset -1, of a tile, is not in the project; that is left out`},
		"lost icons":        {`{"defs": {"enums": [{"identifier": "E", "uid": 1, "values": [], "iconTilesetUid": 7}]}, "levels": []}`, `p.ldtk:1:83: tileset 7, of the icons of an enum, is not in the project; that is left out`},
		"a lost enum":       {`{"defs": {"tilesets": [{"identifier": "T", "uid": 1, "tagsSourceEnumUid": 7}]}, "levels": []}`, `p.ldtk:1:75: enum 7, of the tags of a tileset, is not in the project; that is left out`},
		"an enum by name":   {one(crateWith("f", "LocalEnum.Gone", `"Ink"`)), `the enum Gone is not in the project; its values are texts`},
		"levels of an iid":  {`{"levels": [{"identifier": "A", "iid": "a", "layerInstances": []}, {"identifier": "B", "iid": "a", "layerInstances": []}]}`, `p.ldtk:1:95: the iid "a" is another level's already, which is meant by all that name it`},
		"a fraction":        {level(`, "pxWid": 16.5`), `p.ldtk:2:42: pxWid: 16.5 is no whole number, and is cut off to 16, as in LDtk`},
		"half a tile":       {layer(`, "gridTiles": [{"px": [1.5, 0], "src": [0, 0]}, {"px": [0, 2.5], "src": [0, 0]}]`), `p.ldtk:3:109: px: 1.5 is no whole number, and is cut off to 1, as in LDtk`},
		"half a source":     {layer(`, "gridTiles": [{"px": [0, 0], "src": [0, 8.25]}]`), `src: 8.25 is no whole number, and is cut off to 8, as in LDtk`},
		"half a cell":       {one(`{"__identifier": "E", "px": [0, 0], "__grid": [1, 2.5]}`), `__grid: 2.5 is no whole number, and is cut off to 2`},
		"half a tag":        {`{"defs": {"tilesets": [{"uid": 1, "enumTags": [{"enumValueId": "A", "tileIds": [1, 2.5]}]}]}, "levels": []}`, `tileIds: 2.5 is no whole number, and is cut off to 2`},
		"half a border":     {`{"defs": {"entities": [{"uid": 3, "nineSliceBorders": [1, 2, 3.5, 4]}]}, "levels": []}`, `nineSliceBorders: 3.5 is no whole number, and is cut off to 3`},
		"half an icon":      {`{"defs": {"tilesets": [{"uid": 1}], "enums": [{"uid": 3, "iconTilesetUid": 1, "values": [{"id": "A", "__tileSrcRect": [1, 2.5, 3, 4]}]}]}, "levels": []}`, `__tileSrcRect: 2.5 is no whole number, and is cut off to 2`},
		"half a colour":     {`{"defs": {"enums": [{"uid": 3, "values": [{"id": "A", "color": 255.5}]}]}, "levels": []}`, `color: 255.5 is no whole number, and is cut off to 255`},
		"half a red":        {one(crateWith("f", "Color", `255.5`)), `a field of type Color: 255.5 is no whole number, and is cut off to 255`},
		"a lost layer":      {`{"defs": {"layers": [{"uid": 1, "type": "Tiles"}]}, "levels": [{"layerInstances": [{"__type": "Tiles", "layerDefUid": 2}, {"__type": "Tiles", "layerDefUid": 2}]}]}`, `p.ldtk:1:119: the layer's definition, 2, is not in the project; save the project again with LDtk`},
		"a lost entity":     {`{"defs": {"entities": [{"uid": 1}]}, "levels": [{"layerInstances": [{"__type": "Entities", "entityInstances": [{"defUid": 2, "px": [0, 0]}]}]}]}`, `p.ldtk:1:123: the entity's definition, 2, is not in the project`},
		"no values":         {layer(`, "intGridCsv": []`), `p.ldtk:3:101: intGridCsv is empty: the layer has none of its 2 x 2 values; save the project again with LDtk`},
		"values of null":    {layer(`, "intGridCsv": null`), `intGridCsv is empty: the layer has none of its 2 x 2 values`},
		"half a point":      {one(crateWith("f", "Point", `{"cx": -1.5, "cy": 2}`)), `p.ldtk:8:60: cx: -1.5 is no whole number, and is cut off to -1, as in LDtk`},
		"half a number":     {one(crateWith("f", "Int", `2.5`)), `p.ldtk:8:51: a field of type Int: 2.5 is no whole number, and is cut off to 2, as in LDtk`},
		"entities of an id": {one(crateWith() + "," + crateWith()), `the iid "c" is another entity's already, which is meant by all that name it; cut and paste the entity in LDtk`},
	} {
		t.Run(name, func(t *testing.T) {
			res := build(t, schemaOf(t, nil), files(t, "p.ldtk", c.text), compile.Options{})
			require.Len(t, res.found, 1)
			require.Contains(t, res.found[0], c.want)
			require.Zero(t, res.errors)
			require.NotNil(t, res.level)
			require.NotContains(t, res.xml, " index=", "a value of an enum that is not known has none")
		})
	}
}

// A number that is no uid is not also said to be missing in the project.
func TestAWrongUIDIsOneMistake(t *testing.T) {
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", one(crateWith("f", "Tile", `{"tilesetUid": 4294967300, "x": 0, "y": 0, "w": 8, "h": 8}`))), compile.Options{})
	require.Len(t, res.found, 1)
	require.Contains(t, res.found[0], "tilesetUid: expected a whole number of 32 bits, got 4294967300")
}

// Keys that are new, null or gone say nothing.
func TestTolerance(t *testing.T) {
	for name, text := range map[string]string{
		"next to nothing":  `{"levels": []}`,
		"new keys":         `{"levels": [{"identifier": "A", "new": {"x": [{}]}, "layerInstances": [{"__type": "Tiles", "new": 1, "gridTiles": [{"px": [0, 0], "new": []}]}]}], "new": null}`,
		"null everywhere":  `{"iid": null, "jsonVersion": null, "bgColor": null, "flags": null, "toc": null, "worlds": null, "worldLayout": null, "defs": {"layers": null, "entities": null}, "levels": [{"identifier": "A", "iid": null, "uid": null, "worldX": null, "pxWid": null, "bgRelPath": null, "__bgPos": null, "__neighbours": null, "fieldInstances": null, "layerInstances": [{"__type": "IntGrid", "iid": null, "__cWid": null, "__opacity": null, "visible": null, "intGridCsv": null, "intGrid": null, "gridTiles": [{"px": [0, 0], "src": null, "f": null, "t": null, "a": null}], "entityInstances": [{"__identifier": null, "iid": null, "px": [0, 0], "__tile": null, "__tags": null, "fieldInstances": [{"__identifier": "f", "__type": "Array<Point>", "__value": null}]}]}]}]}`,
		"no definitions":   one(`{"__identifier": "E", "px": [0, 0], "defUid": 7, "__tile": {"tilesetUid": 99, "x": 1}}`),
		"neither is named": `{"levels": [{"layerInstances": [{"__type": "Entities", "entityInstances": [{"px": [0, 0]}, {"px": [0, 0]}]}, {"__type": "Entities"}]}, {"uid": 1, "layerInstances": []}]}`,
		"twin layers":      `{"levels": [{"identifier": "A", "layerInstances": [{"__identifier": "L", "iid": "x", "__type": "Tiles"}, {"__identifier": "L", "iid": "x", "__type": "Tiles"}]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			w := new(ldtk.World)
			load(t, w, compileFile(t, w, files(t, "p.ldtk", text)))
		})
	}
}

func TestATileWithoutANumberGetsItFromItsPlace(t *testing.T) {
	text := `{"defs": {"tilesets": [{"uid": 4, "identifier": "T", "pxWid": 36, "pxHei": 36, "tileGridSize": 8, "spacing": 1, "padding": 2, "__cWid": 4}]},
"levels": [{"identifier": "A", "layerInstances": [{"__identifier": "L", "__type": "Tiles", "__tilesetDefUid": 4, "gridTiles": [
{"px": [0, 0], "src": [11, 20], "t": null}, {"px": [0, 0], "src": [12, 20]}, {"px": [0, 0], "src": [38, 20]}]}]}]}`
	w := new(ldtk.World)
	l := load(t, w, compileFile(t, w, files(t, "p.ldtk", text)))
	layer := find(t, l, &w.Layers, "A/L")
	var ids []int32
	for _, tile := range w.Tiles.Slice(layer.Tiles) {
		ids = append(ids, tile.ID)
	}
	require.Equal(t, []int32{9, -1, -1}, ids)
	require.Equal(t, ldtk.Vec{X: 11, Y: 20}, get(t, &w.Tilesets, layer.Tileset).Src(9))
}

func TestColumnsOfATilesetThatDoesNotSayThem(t *testing.T) {
	// The last column and row are cut off by the end of the image.
	text := `{"defs": {"tilesets": [{"uid": 4, "identifier": "T", "pxWid": 36, "pxHei": 22, "tileGridSize": 8, "spacing": 1, "padding": 2},
{"uid": 5, "identifier": "Whole", "pxWid": 35, "pxHei": 17, "tileGridSize": 8, "spacing": 1}, {"uid": 6, "identifier": "None", "pxWid": 3, "tileGridSize": 8, "padding": 2}]},
"levels": [{"identifier": "A", "layerInstances": [{"__identifier": "L", "__type": "Tiles", "__tilesetDefUid": 4, "gridTiles": [
{"px": [0, 0], "src": [29, 2]}, {"px": [0, 0], "src": [2, 11]}]}]}]}`
	w := new(ldtk.World)
	l := load(t, w, compileFile(t, w, files(t, "p.ldtk", text)))
	for name, want := range map[string]ldtk.Vec{"T": {X: 4, Y: 2}, "Whole": {X: 4, Y: 2}, "None": {}} {
		require.Equal(t, want, find(t, l, &w.Tilesets, "p/tileset/"+name).Cells, name)
	}
	tiles := w.Tiles.Slice(find(t, l, &w.Layers, "A/L").Tiles)
	require.Equal(t, []int32{3, 4}, []int32{tiles[0].ID, tiles[1].ID})
}

// A file of a few bytes does not make levelc write or keep much.
func TestHostileSizes(t *testing.T) {
	const far = "2147483647"
	var sparse strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&sparse, `{"__type": "IntGrid", "__cWid": 1000, "__cHei": 1000, "uid": %d, "intGrid": [{"coordId": 0, "v": 0}]},`, i)
	}
	for name, text := range map[string]string{
		"a layer":       layer(`, "__cWid": `),
		"old values":    layer(`, "intGrid": [{"coordId": 0, "v": 0}], "x": 0`),
		"many old ones": `{"levels": [{"identifier": "A", "layerInstances": [` + strings.TrimSuffix(sparse.String(), ",") + `]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(text, `"__cWid": 2, "__cHei": 2`, `"__cWid": `+far+`, "__cHei": `+far, 1)
			text = strings.Replace(text, `, "__cWid": }`, `}`, 1)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			build(t, schemaOf(t, nil), files(t, "p.ldtk", text), compile.Options{})
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200<<20))
		})
	}
}
