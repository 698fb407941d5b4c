package source_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

func TestAPlainTextIsTheSameInEachEncoding(t *testing.T) {
	const text = "a Ä € 😀\r\n"
	for name, in := range leveltest.Encodings(text) {
		got, err := source.Plain([]byte(in))
		require.NoError(t, err, name)
		require.Equal(t, text, string(got), name)
	}
	for in, want := range map[string]string{"": "", text: text, "\xFF\xFE": "", "\xFF": "\xFF", "\xFE\xFF\x00a": "a"} {
		got, err := source.Plain([]byte(in))
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	for in, before := range map[string]string{
		"\xFF\xFEa\x00b": "a", "\xFF\xFEa\x00\x3D\xD8": "a", "\xFE\xFF\x00a\xDE\x00\x00b\x00c": "a",
		"\xFF\xFE\x00\x00a\x00\x00\x00": "",
	} {
		got, err := source.Plain([]byte(in))
		require.ErrorIs(t, err, source.ErrEncoding, "%q", in)
		require.Equal(t, before, string(got))
	}
}
