package export_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// gameSchema is the schema of the game in testdata, which uses all that a
// schema can say but maps and strings of any scalar.
func gameSchema(t testing.TB) *format.Schema { return leveltest.GameSchema(t) }

// odd is what the game does not have.
type odd struct {
	Entries  store.Span[oddEntry] `level:"entries,map"`
	Name     store.Str            `level:"name,id"`
	Color    struct{ R, G, B uint8 }
	Matrix   [2][2]float32 `level:"matrix,required"`
	Links    [2]store.Handle[oddKind]
	Many     [100]uint8           `level:"many"`
	Strings  [3]store.Str         `level:"strings"`
	Inner    oddInner             `level:"inner"`
	Free     store.Span[oddEmpty] `level:"free"`
	Infinite float32              `level:"infinite,nonfinite"`
	_        [4]byte              // as where 64-bit numbers are aligned to 8 bytes
}

type oddInner struct {
	Deep struct {
		N    uint64    `level:"n,required"`
		Text store.Str `level:"text,text"`
		Flag uint8     `level:"flag,flags=a.b|c$d|e+f"`
	} `level:"deep"`
	Small uint8 `level:"small"`
	_     [7]byte
}

type oddEntry struct {
	Key   store.Str `level:"key,key"`
	Value store.Str `level:"value,any"`
}

type oddEmpty struct {
	Text store.Str `level:"words,text,json=words"`
	Note store.Str `level:"note"`
}

type oddKind struct {
	No   int32             `level:"no,id"`
	Type store.Str         `level:"type"`
	At   [2]int16          `level:"at,default='1,-1'"`
	Odd  store.Handle[odd] `level:",parent"`
	Kind uint8             `level:"kind,enum=x|y y|z"`
}

type oddWorld struct {
	Odds    standin.Bulk[odd]     `level:"odd|strange,json=odds"`
	Kinds   standin.Bulk[oddKind] `level:"kind"`
	Entries standin.Array[oddEntry]
	Frees   standin.Array[oddEmpty]
	Strings store.Strings
}

func oddSchema(t testing.TB) *format.Schema { return leveltest.SchemaOf[oddWorld](t) }

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b
}

// testdata finds files of the module's testdata.
func testdata(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", pattern))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	return paths
}
