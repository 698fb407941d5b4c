package randlevel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// A type that no random level has is tested by none of those that use them. Their spans
// are made apart.
func TestRandomLevelsHaveAllTypes(t *testing.T) {
	for typ := format.TypeInvalid + 1; typ.Size() > 0; typ++ {
		if typ != format.TypeSpan {
			require.Contains(t, plainTypes, typ, typ.String())
		}
	}
}
