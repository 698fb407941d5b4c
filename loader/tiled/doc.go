// Package tiled has the Go types of levels made in the editor Tiled. levelc compiles a map
// (.tmx, .tmj) or the maps of a .world for them, and they are what the loader fills:
// schema and runtime in one.
//
//	$ levelc build -types ./game.World town.tmx -o town.lvl
//
//	type World struct {          // in package game
//		tiled.World              // maps, layers, chunks, objects ...
//		Doors store.Bulk[Door]  `level:"door"`
//	}
//
//	var w game.World
//	lvl, err := loader.Load(ctx, file, &w)
//	for _, l := range w.Layers.All() {    // in the order in which they are drawn
//		if l.Total.Visible && l.Type == tiled.TileLayer {
//			gid := w.At(l, x, y)
//			set, local, ok := w.Tileset(m, gid)
//			...
//		}
//	}
//
// # What a level has
//
//	kind       record      id               parents            what it is
//	worldfile  WorldFile   overworld        -                  the .world
//	tileset    Tileset     grass            -                  of a file: once, however many maps use it
//	                       town/grass       -                  embedded in the map town
//	tile       Tile        grass:12         tileset            a tile that has data
//	wangset    WangSet     -                tileset            a terrain set
//	tilemap    Map         town             worldfile          a map; its file's name without extension
//	layer      Layer       town/3           tilemap, layer     of all four types, in the order of drawing
//	chunk      Chunk       town/3@16,-32    layer              a rectangle of cells
//	object     Object      town#12          layer              an object
//	                       grass:12#1       tile               a shape of a tile's collision
//
// Custom properties are spans of Property in the record that has them, not nodes: they
// lie one behind the other and are found without handles, see
// [World.PropertiesOf].
//
// Ids are the same as long as Tiled's numbers and the files' names are, so that a
// reloaded level finds its records again. Of two files with one name in a level,
// the ids are made of their paths from the level's folder on. Layers and objects of
// old versions, which have no numbers, are called town/_2 and town#_2 by their place.
//
// # Objects of the game's own kinds
//
// An object whose class is the name of a kind of the game's, but none of the above,
// is a node of that kind. Embed [Placed] in its record, or declare those of these fields
// that it is to have:
//
//	id number name class x y width height rotation opacity visible gid align shape text
//	pos (x and y), size (width and height), template, point (a Span of Point)
//
// All its properties are fields: a property that the record does not have is an error of
// the compiler's, with a hint at what it could mean. Properties of a class are
// nested structs, lists are spans, and object properties are references:
//
//	type Door struct {
//		tiled.Placed
//		Locked bool                `level:"locked"`
//		Leads  store.Handle[Door]  `level:"leads,ref"`   // a property of type object
//		Sound  struct {                                  // of a class
//			File   store.Str `level:"file"`
//			Volume float32   `level:"volume,default=1"`
//		} `level:"sound"`
//		Keys   store.Span[store.Str] `level:"keys"`      // a list of strings
//	}
//
// A property goes before what the object has by the same name, but for the id. A
// color is 4 or 3 numbers, its text in a Str, and 0xRRGGBBAA in a uint32. An enum
// that is stored as numbers becomes its symbols if levelc is told the project.
//
// # What is done when the level is built
//
//   - Files are found and read: tilesets, templates, maps of a .world and those that its
//     patterns fit. Paths of images, files and templates become relative to the
//     folder of what levelc was given, with slashes.
//   - Cells are decoded, from any encoding and compression; as in Tiled itself, one stream
//     that ends with the data, else it is damaged. An infinite map's chunks stay
//     chunks, which "levelc build --chunk-by chunk" makes streamable; a finite
//     layer is one, or of more than 2^20 cells several bands of rows.
//   - Templates are merged into their objects, and a tileset that only a template has is
//     appended to the map's.
//   - Properties in effect are those of the class, then of the tile of a tile object, then of
//     the template, then of the object; by name, not member by member. Members
//     that are not set have the values of their class, if it is for such things (Use
//     As). Classes and enums come from the .tiled-project that "levelc build --project"
//     names, and object types of before Tiled 1.9 from the file that it names in
//     turn, or --project itself: unset members are in no other file.
//   - Offset, opacity, parallax, tint and visibility of layers are computed through their groups.
//   - Object properties become handles; one that names no object is an error.
//   - Sizes and alignments of tile objects are found.
//
// # What is not read
//
// Editor settings, export targets, locked, colors of layers in the editor's list; images that are
// embedded in the file; .js and .lua exports. Unknown elements, keys and types
// of layers and properties are left out, with a warning where that loses
// something. Terrains of before Tiled 1.5 are wang sets, as in the editor.
//
// A string of nothing but white space is empty. In TMJ the members of a class have no
// types: they are those of the project, or without one what they look like. Several
// maps become one level by a .world, or by being built as one: what tilesets they share
// it has once.
//
// # Units
//
// Positions and sizes are in pixels, y downwards; angles in degrees clockwise.
// Cells are columns and rows. [Map.CellPos], [Map.CellAt], [Map.ToWorld] and
// [Map.FromWorld] convert between them for every orientation. Colors are red,
// green, blue, alpha.
package tiled
