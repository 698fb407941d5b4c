package source

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Go compiles the methods of a generic type in each package that reaches it through the
// fields of what it names. Packages that read sources would do so for all containers here.
func TestContainersAreNotReachedThroughAReader(t *testing.T) {
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
	reach(reflect.TypeFor[Reader]())
	reach(reflect.TypeFor[File]())
	require.Greater(t, len(met), 10)
	for at := range met {
		own := strings.HasSuffix(at.PkgPath(), "/spill") || strings.HasSuffix(at.PkgPath(), "/inline")
		require.False(t, own && strings.Contains(at.Name(), "["), "%v is reached", at)
	}
	reach(reflect.TypeFor[readers]())
	require.Greater(t, len(met), 50, "nothing is reached through readers either")
}
