package level_test

import (
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/bench/level"
)

func TestVectorsAreAttributesInXML(t *testing.T) {
	want := level.Trigger{
		Area: level.Area{-1, 0.1, 2.5, 1e9}, Target: level.AnyRef{Kind: level.Lights, Row: 7}, Wakes: level.Refs{3, 4},
	}
	text, err := xml.Marshal(want)
	require.NoError(t, err)
	require.Equal(t, `<Trigger area="-1 0.1 2.5 1e+09" target="7 7" wakes="3 4"></Trigger>`, string(text))
	var got level.Trigger
	require.NoError(t, xml.Unmarshal(text, &got))
	require.Equal(t, want, got)
}

func TestVectorsOfAnotherLengthAreRefused(t *testing.T) {
	for _, text := range []string{
		`<l pos="1 2"/>`, `<l pos="1 2 3 4"/>`, `<l pos="1 2 x"/>`, `<l color="1 2 3"/>`, `<l color="1 2 3 256"/>`,
	} {
		require.Error(t, xml.Unmarshal([]byte(text), new(level.Light)), text)
	}
}
