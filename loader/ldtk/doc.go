// Package ldtk has Go types for the projects of LDtk, the level editor. They are
// two things in one: the schema that levelc compiles a project for, and the stores
// that a game loads it into.
//
//	$ levelc build -types github.com/levelc/levelc/loader/ldtk.World caves.ldtk
//
//	var w ldtk.World
//	lvl, err := loader.Load(ctx, file, &w)
//	for _, l := range w.Layers.All() {          // in the order in which they are drawn
//		for _, t := range w.Tiles.Slice(l.Tiles) {
//			draw(l, t)
//		}
//	}
//
// # What becomes of what
//
// A node, its id, and what stands in it:
//
//	ldtk                 Project
//	  tileset            Tileset     caves/tileset/Walls
//	  enum               Enum        caves/enum/Item
//	  layerDef           LayerDef    caves/layer/Collisions    with the values of an IntGrid
//	  entityDef          EntityDef   caves/entity/Player       with its fields, be there any or not
//	  toc                TocEntry
//	  world              Layout      the iid                   one where LDtk has no "multi-worlds"
//	    level            Level       Entrance                  its identifier
//	      layer          Layer       Entrance/Collisions       bottom first
//	        entity       Entity      the iid
//	        Door         a record of the game's own
//
// Fields of entities and levels, tiles, values of cells and neighbours are elements
// of spans. The ids are what [loader.Find] takes. That of a level is what its designer
// calls it, unique in a project; projects that are built into one level need levels of
// different names. Definitions begin with the name of the project file, by which such
// projects have to differ too. Layers are
// called after their level, as LDtk may give two the same iid. Entities of versions
// before 1.0, which have no iids, are Entrance/Player#0 and so on, counted in their
// level.
//
// # Resolved when the level is built
//
// External levels (.ldtkl) are read and are as if they stood in the project; a
// missing one is an error, or with levelc's --missing=warn a level without layers.
// Levels in a row or a column (LinearHorizontal, LinearVertical) lie side by side,
// from 0 on: LDtk leaves 48 pixels between them on its screen, and in the
// positions of its table of contents, which are corrected here. World is therefore the sum of
// Px, the layer's offset and the level's Origin for every entity. Layers have
// their total offset and the tileset that overrides that of their definition. A tile
// without a number gets it from its place in the image. References are handles: to
// entities in any level and world, to enums, tilesets, definitions.
//
// Old versions are read back to 0.4: levels without a place in the world lie in a
// row, values of cells may be a list of those that are not empty, and layer offsets, pivots
// and sizes come from the definitions if they are not said.
//
// # Units
//
// Positions and sizes are pixels, X to the right and Y down, but for cells, which
// are counted in their layer's grid: Layer.Size, Tileset.Cells, Placement.Grid and the
// points of fields. Px is where the pivot of an entity lies in its layer; TopLeft
// gives the corner. Depth of levels grows upwards.
//
// # Fields
//
// An entity of a kind that the game does not know has its fields as a span, one
// [Field] for each value. World has methods to find them by name:
//
//	life := w.FieldInt(e.Fields, "life", 100)
//	for _, p := range w.FieldValues(e.Fields, "path") {
//		walk(layer.CellPx(p.Point))
//	}
//
// The type of a value is what LDtk says, not how the number is written: a Float may
// be 2 in the file. What is null has no value.
//
// # Entities as records of the game's own
//
// An entity whose identifier is the name of a kind becomes a node of that kind, and
// its fields are the record's:
//
//	type World struct {
//		ldtk.World
//		Doors store.Bulk[Door]                `level:"Door"`
//		Stops store.Array[ldtk.Vec]           // elements of the spans below
//	}
//	type Door struct {
//		ldtk.Placement                        // iid, layer, position, size, tags
//		LeadsTo store.Handle[Door]            `level:"leadsTo,ref"`
//		Key     Item                          `level:"key,enum=None|Brass|Iron"`
//		Paint   ldtk.Color                    `level:"paint"`
//		Swings  store.Span[ldtk.Vec]          `level:"swings"`
//	}
//
// A field without a place in the record is an error, as is one of another type; what
// is null has the record's default. These go together:
//
//	Int, Float                  numbers; a Float with a fraction is none for an integer
//	Bool                        bool
//	String, Multilines          store.Str, to the byte; with the option text or without
//	FilePath                    store.Str, as it is: relative to the project file
//	LocalEnum.X, ExternEnum.X   an integer with enum=, or store.Str
//	Color                       Color, [3]uint8, [4]uint8; floats, from 0 to 1;
//	                            an integer, as 0xRRGGBB; store.Str, as "#RRGGBB"
//	Point                       [2]int32, a struct of two numbers as Vec, store.Str as "x y"
//	Tile                        TileRect, or [4]int32 for x, y, width, height
//	EntityRef                   store.Handle of the record that the entity becomes, store.AnyHandle,
//	                            or store.Str for the iid
//	Array<T>                    store.Span of the above, [n]T of just as many numbers, an integer with flags= for enums
//
// The elements of a span of enums are a struct with one field, `level:",text,enum=A|B"`.
// In spans null is an element that is zero, and a string loses white space at its ends.
//
// Placement has what LDtk says of any entity. A record may instead have fields of its own
// under some of its names, of types that take the same: iid, identifier, px, size, pivot, cell,
// world, smartColor, tile and tag. A field of the entity of such a name comes first.
// The record's id is the entity's field of that name, or its iid. A kind without an id
// cannot be referred to.
//
// Identifiers that are the name of a kind of this package, or of a field of [Layer],
// stay entities.
//
// # Chunks
//
//	$ levelc build --chunk-by level -types ./game.World caves.ldtk
//
// makes a chunk of every level, called by its identifier, which the game loads and unloads
// alone ([loader.File.Load]). The project, its definitions, the table of contents and the worlds are in
// the chunk without a name. References into a level that is not there are pending.
//
// # What is not read
//
// Rules of auto layers, since their tiles are in the project; the editor's own settings,
// such as how fields are shown, and its caches; images. Keys that are new or gone, null and
// new enum values do no harm; what loses something is warned of.
package ldtk
