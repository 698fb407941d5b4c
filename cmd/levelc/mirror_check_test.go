package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

// A struct that missed half of a level would be a poor thing to be faster than.
func TestMirrorsReadWholeLevels(t *testing.T) {
	var b bytes.Buffer
	stats, err := gen.Write(&b, gen.Options{Format: gen.XML, Bytes: 100 << 10, Seed: 1})
	require.NoError(t, err)
	var scene xmlScene
	require.NoError(t, xml.Unmarshal(b.Bytes(), &scene))
	require.Equal(t, stats.Nodes, scene.nodes())

	b.Reset()
	_, err = gen.Write(&b, gen.Options{Format: gen.JSON, Bytes: 100 << 10, Seed: 1})
	require.NoError(t, err)
	var root jsonNode
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&root))
	require.Equal(t, stats.Nodes, root.nodes())
}
