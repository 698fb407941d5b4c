package format

// Limits that the makers of files have to know. The package page lists all.
const (
	MaxSchema    = 1 << 20 // bytes of a schema as AppendSchema writes it
	MaxTables    = 4096    // of a schema, with the fixed ones
	MaxDepth     = 255     // of a node; that of a root is 0, so nodes nest 256 deep
	MaxChunks    = 1 << 20 // of a file
	MaxName      = 255     // bytes of the name of a table, field or symbol
	MaxNames     = 256     // of a kind; each node keeps the number of its own in a byte
	MaxProps     = 1 << 20 // bytes of the dynamic properties of one row
	MaxPropDepth = 64      // of maps and lists in properties, with their own map

	DefaultMaxBytes = 1 << 30 // what Options.MaxBytes means if it is 0
)
