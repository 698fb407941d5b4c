package loader

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
)

// worldType is what Bindings of one type of world have in common. Nothing changes it.
type worldType struct {
	world   *layout.World
	schema  *format.Schema // world.Schema with the format's own tables in front
	columns [][]column     // for each table of world.Schema, its fields
	numbers map[string]int // of the tables of world.Schema, by name
	wrong   error          // defaults that are no values of their fields
}

// worldTypes has those that Bind has met. A program declares few, and they never go.
var worldTypes sync.Map // reflect.Type -> *worldType

// worldTypeOf reads a world's type, or finds that it has been read.
func worldTypeOf(t reflect.Type) (*worldType, error) {
	if wt, ok := worldTypes.Load(t); ok {
		return wt.(*worldType), nil
	}
	lw, err := layout.Of(layout.FromReflect(t))
	if err != nil {
		return nil, err
	}
	wt := newWorldType(lw)
	worldTypes.Store(t, wt)
	return wt, nil
}

func newWorldType(lw *layout.World) *worldType {
	wt := &worldType{world: lw, schema: lw.Schema.Complete(), wrong: checkDefaults(lw.Schema)}
	wt.number()
	return wt
}

// checkDefaults refuses defaults that are not valid values of their fields. They would
// otherwise show only with the first level that lacks the field. Defaults of references
// and lists depend on the level and are not checked here.
func checkDefaults(s *format.Schema) error {
	var errs []error
	for i := range s.Tables {
		for k := range s.Tables[i].Fields {
			f := &s.Tables[i].Fields[k]
			switch f.Type {
			case format.TypeRef, format.TypeAnyRef, format.TypeSpan:
				continue
			}
			if !f.Attr.HasDefault {
				continue
			}
			if _, err := format.DefaultBytes(f); err != nil {
				errs = append(errs, badDefault(&s.Tables[i], f, err))
			}
		}
	}
	return errors.Join(errs...)
}

func badDefault(t *format.Table, f *format.Field, err error) error {
	var bad *format.Error
	if errors.As(err, &bad) {
		err = errors.New(bad.Detail)
	}
	return &Error{Op: "bind", Table: t.Name, Field: f.Name, Err: fmt.Errorf("%w: %s", ErrWorld, err)}
}
