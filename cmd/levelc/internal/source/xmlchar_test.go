package source_test

import (
	"bytes"
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// encoding/xml writes U+FFFD in place of what XML does not have.
func TestTextsOfXML(t *testing.T) {
	odd := []string{"", "a\x80", "\xff", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\xc3", "é\x01"}
	for r := range rune(0x11000) {
		odd = append(odd, string(r))
	}
	for _, s := range append(odd, "\U0010FFFF", "\U0001FFFE") {
		if s == "\uFFFD" {
			continue
		}
		var b bytes.Buffer
		require.NoError(t, xml.EscapeText(&b, []byte(s)))
		if want := !bytes.ContainsRune(b.Bytes(), '\uFFFD'); want != source.IsText([]byte(s)) {
			require.Equal(t, want, source.IsText([]byte(s)), "%q", s)
		}
	}
	require.True(t, source.IsText([]byte("\uFFFD")))
}
