package loader

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Go compiles the methods of a generic type in each package that reaches it through the
// fields of what it names. Each package of a game that loads levels would do so for all
// containers here, which takes longer than its own code.
func TestContainersAreNotReachedThroughABinding(t *testing.T) {
	met := map[reflect.Type]bool{}
	var reach func(reflect.Type)
	reach = func(at reflect.Type) {
		if met[at] {
			return
		}
		met[at] = true
		switch at.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			reach(at.Elem())
		case reflect.Struct:
			for field := range at.Fields() {
				reach(field.Type)
			}
		}
	}
	for _, of := range []reflect.Type{
		reflect.TypeFor[Binding](), reflect.TypeFor[Level](), reflect.TypeFor[Loading](), reflect.TypeFor[ChunkLoading](),
		reflect.TypeFor[File](), reflect.TypeFor[options](), reflect.TypeFor[SaveOptions](),
	} {
		reach(of)
	}
	require.Greater(t, len(met), 100)
	for at := range met {
		generic := strings.Contains(at.Name(), "[") && !strings.HasPrefix(at.Name(), "pieces[") // which has no methods
		require.False(t, generic && !strings.HasPrefix(at.PkgPath(), "sync"), "%v is reached", at)
	}
}
