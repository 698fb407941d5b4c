package format

// The types of this file are the schema as it is in a file: msgpack tuples, in the
// order in which FORMAT lists their parts. A reader takes tuples of exactly these lengths,
// so another part would be another major version. They mirror Schema, Table and Field so
// that the generated methods stay out of the package's API. DecodeSchema walks over the
// bytes before they are decoded, so every count in them is honest, and the limits below
// keep the memory for it within a small multiple of the schema's own length.

//go:generate go run github.com/tinylib/msgp -unexported -io=false -tests=false
//msgp:tuple wireSchema wireTable wireField wireTableAttr wireAttr wireIdentity wireIdentityField
//msgp:unmarshal ignore wireIdentity wireIdentityField
//msgp:limit arrays:65536

type wireSchema struct {
	Tables []wireTable `msg:",limit=4096"`
}

type wireTable struct {
	Name   string
	Class  uint8
	Stride uint32
	Fields []wireField `msg:",limit=1024"`
	Attr   wireTableAttr
}

type wireField struct {
	Name    string
	Type    uint8
	Offset  uint32
	Count   uint32
	Target  string
	Symbols []string
	Attr    wireAttr
}

type wireTableAttr struct {
	Names   []string
	JSON    string
	Aliases []string
	Doc     string
}

type wireAttr struct {
	Role       uint8
	Required   bool
	HasDefault bool
	Finite     bool
	Source     string
	JSON       string
	Default    string
	Components []string
	Aliases    []string
	Doc        string
}

// wireIdentity is what a table's identity covers.
type wireIdentity struct {
	Name   string
	Class  uint8
	Stride uint32
	Fields []wireIdentityField
}

type wireIdentityField struct {
	Name    string
	Type    uint8
	Offset  uint32
	Count   uint32
	Target  string
	Symbols []string
}
