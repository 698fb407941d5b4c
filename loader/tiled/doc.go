// Package tiled has Go types for levels made in the editor Tiled. They are schema and
// runtime in one: levelc compiles a map (.tmx, .tmj) or the maps of a .world for them,
// and the loader fills them.
//
//	$ levelc build -types ./game.World town.tmx -o town.lvl
//
//	type World struct {          // in package game
//		tiled.World              // maps, layers, chunks, objects ...
//		Doors store.Bulk[Door]       `level:"door"`
//		Words store.Array[store.Str] // for Door.Keys, below
//	}
//
//	var w game.World
//	lvl, err := loader.Load(ctx, file, &w)
//	for _, l := range w.Layers.All() {    // in the order in which they are drawn
//		if l.Total.Visible && l.Type == tiled.TileLayer {
//			m, _ := w.Maps.Get(l.Map)
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
// Custom properties are not nodes. They are spans of Property in the record that has
// them; the properties of a record lie next to each other and are found without
// handles. See [World.PropertiesOf]. If a name stands twice in one list, the last one
// counts, as in Tiled, and levelc warns.
//
// Ids stay the same as long as Tiled's numbers and the names of the files do, so a
// reloaded level finds its records again. If two files in a level have the same name, the
// id of the later one is made of its path from the level's folder; so are the ids of both
// if they are maps of one .world. Layers and objects of old versions have no numbers; they
// are called town/_2 and town#_2 by their place.
//
// # Objects of the game's own kinds
//
// If the class of an object on a map is the name of one of the game's kinds, and neither of
// a kind above nor of a field of [Layer], the object is a node of that kind. Shapes of a
// tile's collision stay Objects. Embed [Placed] in the record of the kind, or declare only
// those of these fields that the game needs:
//
//	id number name class x y width height rotation opacity visible gid align shape text
//	pos (x and y), size (width and height), template, point (a Span of Point)
//
// All properties of such an object are fields. If the record does not have a property,
// the compiler reports an error, with a hint at what the name could mean. A property
// whose type is a class is a nested struct, a list is a span, and an object property is
// a reference. A list of objects is a Span of handles, with the option ref:
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
// A property takes precedence over what the object has under the same name, except for
// the id. The default of a class does so only for what the object leaves open: a name, size,
// rotation, tile, text, template or points that it does not have, or that it is visible and
// opaque.
//
// A color is 4 or 3 numbers, its text in a Str, or 0xRRGGBBAA in a uint32; one that is not
// set is zero, also in a list. An enum that is stored as numbers becomes its symbols if
// levelc is told the project. A string is taken byte for byte, by a field with the option
// text or without.
//
// # What is done when the level is built
//
//   - Files are found and read: tilesets, templates, the maps of a .world, and the maps
//     that match its patterns. A map whose name matches, but has no number where the
//     pattern has a group, is left out, with a warning. Paths of images, files and
//     templates become relative to the folder of the file that levelc was given, with
//     slashes.
//   - Cells are decoded, from any encoding and compression. As in Tiled itself, the cells
//     are one stream that ends with the data; anything else is damage. The chunks of an
//     infinite map stay chunks, and "levelc build --chunk-by chunk" makes them
//     streamable, see below; no two of a layer overlap. A finite layer is one chunk; with more than
//     2^20 cells it is several bands of rows.
//   - Templates are merged into their objects. A tileset that only a template has is
//     appended to the tilesets of the map.
//   - The properties in effect are those of the class, overridden by those of the tile of
//     a tile object, then of the template, then of the object. They override each other
//     by name, not member by member. Members that are not set have the values of their
//     class, if the class is for such things (Use As).
//   - Classes and enums come from the .tiled-project that "levelc build --project" names.
//     Object types of before Tiled 1.9 come from the file that the project names in turn,
//     or from --project itself. No other file has the values of unset members. A value
//     that its enum does not have is kept, with a warning.
//   - Offset, opacity, parallax, tint and visibility of layers are computed through their
//     groups.
//   - Object properties become handles. One that names no object is an error, or with
//     levelc's --missing=warn left empty.
//   - Sizes and alignments of tile objects are found.
//
// # Streaming an infinite map
//
//	$ levelc build --chunk-by chunk -types ./game.World plains.tmx
//
// Maps, layers and objects are then in the chunk without a name, and the cells come and go
// around the player:
//
//	part, err := b.Open(ctx, file, size)
//	err = part.Load(ctx, "")
//	for _, r := range w.ChunkRefs.Slice(layer.Chunks) { // of a tile layer
//		switch c, loaded := w.Chunks.Get(r.Chunk); {
//		case near(r.X, r.Y) && r.Chunk.Pending():
//			label, _ := part.ChunkOf(w.Chunks.Any(r.Chunk))
//			err = part.Load(ctx, label)
//		case loaded && !near(r.X, r.Y):
//			err = part.Unload(w.Strings.Get(c.ID)) // the label is the id
//		}
//	}
//
// # What is not read
//
// Not read are editor settings, export targets, versions and compression levels, the next
// ids, locked, colors of layers in the editor's list, x and y of layers that are no images,
// images that are embedded in the file, the transparent color of a single tile's image,
// what the group of a tile's collision shapes has of its own, all but firstgid and source
// where a map names a tileset's file, the size of a map in a .world, and .js and .lua
// exports. Unknown elements, attributes, keys, and types of layers and properties
// are left out, with a warning for each name, because it may be a slip. levelc also warns
// about a class that is nearly the name of a kind of the game's.
//
// # Special cases
//
// Terrains of before Tiled 1.5 are wang sets, as in the editor.
//
// In TMJ the members of a class have no types: their types are those of the project, or,
// without a project, what the members look like. A value that is not written as one of its
// type, as "5" for a number, is converted as in the editor, with a warning; one that cannot
// be is an error.
//
// If several wang tiles are for one tile, the last one counts, as in the editor.
//
// Several maps become one level by a .world, or by being built as one. The level has each
// tileset that they share only once.
//
// # Units
//
// Positions and sizes are in pixels, y downwards; angles in degrees clockwise.
// Cells are columns and rows. [Map.CellPos], [Map.CellAt], [Map.ToWorld] and
// [Map.FromWorld] convert between them for every orientation, and [Map.Turn] says where
// the corners of objects are drawn. Colors are red, green, blue, alpha.
package tiled
