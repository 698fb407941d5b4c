package operand

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/readers"
)

// This package reads no levels, so it does not ask those that do.
func TestAFolderStandsForTheLevelsOfAllEditors(t *testing.T) {
	require.Equal(t, append([]string{".xml", ".json"}, readers.Extensions()...), extensions)
}
