package loader

import (
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
)

// saveKit is what saves of a world have in common. Its parts cost microseconds for each
// kind, which is much beside a level of a few nodes.
type saveKit struct {
	schema *format.Schema // of the file
	tables []saveTable    // by store
	w      format.Writer  // between saves it is closed, and holds only what it knows of schema
}

// kit returns the kit of the binding. The caller has locked mu.
func (b *Binding) kit() *saveKit {
	if b.saving == nil {
		k := &saveKit{schema: layout.Aligned(b.world.Schema), tables: make([]saveTable, len(b.stores))}
		for st := range k.tables {
			k.tables[st].plan(b, st, &k.schema.Tables[st])
		}
		b.saving = k
	}
	return b.saving
}

// close lets go of what a save has needed.
func (k *saveKit) close() error {
	for i := range k.tables {
		k.tables[i].buf = nil
	}
	return k.w.Close()
}
