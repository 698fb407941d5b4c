// Package ldtk has Go types for the projects of the level editor LDtk. They are
// schema and runtime in one: levelc compiles a project for them, and the loader
// fills them.
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
//	  entityDef          EntityDef   caves/entity/Player       with its fields, if it has any
//	  toc                TocEntry
//	  world              Layout      the iid                   one where LDtk has no "multi-worlds"
//	    level            Level       Entrance                  its identifier
//	      layer          Layer       Entrance/Collisions       bottom first
//	        entity       Entity      the iid
//	        Door         a record of the game's own
//
// Fields of entities and levels, tiles, values of cells and neighbours are elements
// of spans. The ids are what [loader.Find] takes.
//
// The id of a level is the name that its designer gave it, which is unique in a
// project. If several projects are built into one level, their levels need different
// names. The ids of definitions begin with the name of the project file, so these
// names must differ too. Layers are called after their level, because LDtk may give
// two of them the same iid. Entities of versions before 1.0 have no iids; they are
// called Entrance/Player#0 and so on, counted in their level.
//
// # Resolved when the level is built
//
// External levels (.ldtkl) are read as if they stood in the project. A missing one
// is an error, or with levelc's --missing=warn a level without layers. A level that has
// neither layers nor a file is always an error. Names, places and sizes are the
// project's; levelc warns of a file that says otherwise.
//
// Levels in a row or a column (LinearHorizontal, LinearVertical) lie side by side,
// from 0 on. LDtk leaves 48 pixels between them on its screen and in the positions
// of its table of contents; these positions are corrected here. So for every entity,
// World is the sum of Px, the offset of the layer and the Origin of the level.
//
// Layers have their total offset, and the tileset that overrides the one of their
// definition. A tile without a number gets it from its place in the image. References
// are handles: to entities in any level and world, to enums, tilesets and definitions.
//
// Old versions are read back to 0.4. Levels without a place in the world lie in a
// row. The values of cells may be a list of those that are not empty. Layer offsets,
// pivots, sizes and tags come from the definitions if the project does not give them. So
// does the colour of an entity, unless one of its fields is a colour. Levels may have the
// project's background. Tiles of definitions may be numbers.
//
// # Units
//
// Positions and sizes are in pixels, X to the right and Y down. Cells are an exception:
// Layer.Size, Tileset.Cells, Placement.Grid and the points of fields are counted in
// the grid of their layer. Px is where the pivot of an entity lies in its layer; TopLeft
// gives the corner. The depth of levels grows upwards.
//
// # Fields
//
// An entity that is none of the game's own kinds has its fields as a span, with one
// [Field] for each value. World has methods to find them by name:
//
//	life := w.FieldInt(e.Fields, "life", 100)
//	for _, p := range w.FieldValues(e.Fields, "path") {
//		walk(layer.CellPx(p.Point))
//	}
//
// The type of a value is the one that LDtk states, not how the number is written: a
// Float may be 2 in the file. A field that is null has no value; an array may have
// elements that are null.
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
// A field without a place in the record is an error, and so is one of another type. A
// field that is null gets the record's default. These types go together:
//
//	Int, Float                  numbers; an integer takes no Float with a fraction
//	Bool                        bool
//	String, Multilines          store.Str, byte for byte; with the option text or without
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
// LDtk makes identifiers of the values of an enum, also when it imports those that "levelc
// schema ldtk" writes: a symbol may be "light iron" where LDtk has Light_iron, LIGHT_IRON or
// light_iron. Such a value is the symbol, if the field has none that is spelt like the value
// and no second one that LDtk would call so. A store.Str has what LDtk has. In spans and in
// [n]T, symbols have no spaces in them.
//
// In spans and in [n]T, null is an element that is zero, as is a rectangle of a tileset that
// is not in the project.
//
// Placement has what LDtk says of every entity. Instead of embedding it, a record may
// have fields of its own under some of its names, of types that take the same values:
// iid, identifier, px, size, pivot, cell, world, smartColor, tile and tag. If the entity
// has a field of such a name, that field takes precedence.
//
// The id of a record is taken from the entity's field of the same name, or else from its
// iid. A kind without an id cannot be referred to.
//
// Entities whose identifier is the name of a kind of this package, or of a field of
// [Layer], stay entities.
//
// # Chunks
//
//	$ levelc build --chunk-by level -types ./game.World caves.ldtk
//
// This makes a chunk of every level. The chunk is named by the level's identifier, and
// the game can load and unload it alone ([loader.File.Load]). The project, its definitions,
// the table of contents and the worlds are in the chunk without a name. References into a
// level that is not loaded are pending.
//
// # What is not read
//
// Not read are:
//
//   - the rules of auto layers, because their tiles are in the project;
//   - the editor's own settings, such as how fields are shown and what values they may
//     have, the defaults for new levels, the tiles and colours that a definition or a level
//     has on the editor's screen, and how projects are exported;
//   - the editor's caches, and images;
//   - of the groups of IntGrid values, all but their names;
//   - the definitions of the fields of levels, because each value says its type.
//
// Keys that are new or missing, null and new enum values do no harm, but null in a list of
// objects is an error. So is a reference to an entity that is not in the project, unless
// --missing=warn leaves it empty. levelc warns if something is lost: about references to
// tilesets, enums and definitions that are not in the project, about fractions of whole
// numbers, which are cut off as in LDtk, and about an identifier that is nearly the name of
// a kind of the game's.
package ldtk
