package build

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// A diagnostic is one line, so errors that are joined have one each.
func TestEachOfJoinedErrorsIsADiagnostic(t *testing.T) {
	list := new(diag.List)
	addError(list, errors.Join(errors.New("a.lvl cannot be written: a"), nil, errors.New("b")))
	require.Equal(t, []diag.Diagnostic{{Message: "a.lvl cannot be written: a"}, {Message: "b"}}, list.All())
}
