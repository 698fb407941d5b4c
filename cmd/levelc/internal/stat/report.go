package stat

// Report is what a level consists of. Its JSON form is that of levelc stat
// --json.
type Report struct {
	Name     string   `json:"name,omitempty"`
	Bytes    int64    `json:"bytes"` // of the file
	Raw      int64    `json:"raw"`   // of all rows in memory
	Nodes    int      `json:"nodes"`
	Elements int      `json:"elements"` // of spans
	Chunks   int      `json:"chunks"`
	Align    int      `json:"align"`
	Head     Head     `json:"head"`
	Tables   []Table  `json:"tables"` // those with rows
	Strings  Strings  `json:"strings"`
	Codecs   []Codec  `json:"codecs"`
	Blocks   []Block  `json:"blocks"`
	Labels   []Chunk  `json:"labels,omitempty"` // the chunks that are called something
	Savings  []Saving `json:"savings,omitempty"`
}

// Chunk is one with a label.
type Chunk struct {
	Chunk  int    `json:"chunk"`
	Label  string `json:"label"` // its beginning, if it is long
	Nodes  int    `json:"nodes"`
	Blocks int    `json:"blocks"`
	Raw    int64  `json:"raw"`
	Stored int64  `json:"stored"`
}

// Head is the bytes that are no rows.
type Head struct {
	Schema    int   `json:"schema"`
	Meta      int   `json:"meta"`
	Directory int   `json:"directory"`
	Padding   int64 `json:"padding"` // between all parts and blocks
}

// Table is the rows of one table.
type Table struct {
	Name   string  `json:"name"`
	Class  string  `json:"class"`
	Rows   int     `json:"rows"`
	Stride int     `json:"stride"`
	Raw    int64   `json:"raw"`
	Stored int64   `json:"stored"`
	Share  float64 `json:"share"` // of the file
	Equal  int     `json:"equal"` // rows that hold the same as one before them
	Fields []Field `json:"fields,omitempty"`
	Gap    Gap     `json:"gap"`
}

// Field is one field of a table's rows.
type Field struct {
	Name     string  `json:"name"`
	Type     string  `json:"type"`
	Size     int     `json:"size"` // in a row
	Bytes    int64   `json:"bytes"`
	Share    float64 `json:"share"`    // of the row
	Constant bool    `json:"constant"` // more than one row, and all have the same value
}

// Gap is the bytes of a row that are no field.
type Gap struct {
	Padding int      `json:"padding"`         // for alignment
	Hidden  int      `json:"hidden"`          // what alignment does not explain: fields of the game's own
	Stride  int      `json:"stride"`          // what it could be with the fields sorted
	Saves   int64    `json:"saves"`           // in memory, over all rows
	Order   []string `json:"order,omitempty"` // of the fields, if it saves anything
}

// Strings is the texts of a level.
type Strings struct {
	Count    int      `json:"count"`
	Bytes    int      `json:"bytes"`
	Equal    int      `json:"equal"` // strings that are equal to one before them
	Unnamed  int      `json:"unnamed"`
	Idle     int      `json:"unnamed_bytes"` // bytes of those
	Longest  []String `json:"longest"`
	MostUsed []String `json:"most_used"`
}

// String is one of them.
type String struct {
	Text  string `json:"text"` // its beginning, if it is long
	Bytes int    `json:"bytes"`
	Uses  int    `json:"uses"`
}

// Codec is the blocks that are stored in one way.
type Codec struct {
	Name   string  `json:"name"`
	Blocks int     `json:"blocks"`
	Raw    int64   `json:"raw"`
	Stored int64   `json:"stored"`
	Ratio  float64 `json:"ratio"` // raw for each byte stored
}

// Block is a block of the file.
type Block struct {
	Table  string  `json:"table"`
	Chunk  int     `json:"chunk"`
	First  uint32  `json:"first"`
	Rows   uint32  `json:"rows"`
	Codec  string  `json:"codec"`
	Raw    int     `json:"raw"`
	Stored int     `json:"stored"`
	Ratio  float64 `json:"ratio"`
}

// Saving is what the file would be, were it written in another way.
type Saving struct {
	What  string `json:"what"`
	Bytes int64  `json:"bytes"` // of the file
	Saves int64  `json:"saves"` // negative where it would grow
}
