package loader

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// What has more nodes, strings or changes than its numbers can count is refused, and stays
// as it was. As nobody has the memory for that many, the test lowers the bounds.
func TestSavesAndReloadsRefuseWhatTheyCannotNumber(t *testing.T) {
	s, file := kindsAndLevel(t, 3, 3)
	b, ts, err := BindSchema(s, Reloadable())
	require.NoError(t, err)
	defer ts.Close()
	ctx := context.Background()
	l, err := b.LoadBytes(ctx, file)
	require.NoError(t, err)
	reload := func() error {
		_, err := l.Reload(ctx, bytes.NewReader(file))
		return err
	}
	save := func() error { return b.Save(ctx, new(bytes.Buffer), SaveOptions{}) }
	require.NoError(t, reload())
	require.NoError(t, save())

	nodes, numbers := mostNodes, mostNumbers
	defer func() { mostNodes, mostNumbers = nodes, numbers }()
	mostNodes = uint64(l.Nodes())
	require.NoError(t, reload())
	require.NoError(t, save())
	mostNodes--
	for _, err := range []error{reload(), save(), l.Save(ctx, new(bytes.Buffer), SaveOptions{})} {
		require.ErrorContains(t, err, "nodes at once, where ")
	}
	mostNodes, mostNumbers = nodes, uint64(l.img.strings()-1)
	require.ErrorContains(t, reload(), "strings at once, where ")
	require.NoError(t, save())
	mostNumbers = numbers
	require.NoError(t, reload())
}
