package tiled

import (
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// divided are the ways to take a text apart in three, empty pieces included.
func divided(text string) (all [][]string) {
	for i := range len(text) + 1 {
		for j := i; j <= len(text); j++ {
			all = append(all, []string{text[:i], text[i:j], text[j:]})
		}
	}
	return all
}

// Where a long text is divided is of no account.
func TestCellsAreTheSameInPieces(t *testing.T) {
	read := func(text []string) string {
		c := &textCells{text: pieces{more: text}}
		var got []uint32
		for {
			v, err := c.next()
			if err != nil {
				return fmt.Sprint(got, err, c.end())
			}
			got = append(got, v)
		}
	}
	ends := func(text []string) error {
		c := &textCells{text: pieces{more: text}}
		for range 3 {
			if _, err := c.next(); err != nil {
				return err
			}
		}
		return c.end()
	}
	for text, want := range map[string]string{
		"1,20,\r\n 4294967295 ,\t7": "[1 20 4294967295 7] there are fewer than the layer is large <nil>",
		"12 3,4":                    "[12] there is something that is no number of a tile <nil>",
		"1,4294967296":              "[1] there is something that is no number of a tile <nil>",
		" ":                         "[] there are fewer than the layer is large <nil>",
		"1,,2":                      "[1] there is something that is no number of a tile <nil>",
	} {
		for _, parts := range divided(text) {
			require.Equal(t, want, read(parts), "%q", parts)
		}
	}
	for text, want := range map[string]error{"1,2,3": nil, "1,2,3 ": nil, "1,2,\n3,\n": nil, "1,2,3,4": errMany, "1,2,3 4": errMany, "1,2": errFew} {
		for _, parts := range divided(text) {
			require.Equal(t, want, ends(parts), "%q", parts)
		}
	}
}

func TestBase64IsTheSameInPieces(t *testing.T) {
	for text, want := range map[string]string{
		"AQAAAAIAAAA=":             "\x01\x00\x00\x00\x02\x00\x00\x00",
		"\n  AQAA\r\n AAIA\tAAA =": "\x01\x00\x00\x00\x02\x00\x00\x00",
		"AQAAAAIAAAA":              "\x01\x00\x00\x00\x02\x00\x00\x00",
	} {
		for _, parts := range divided(text) {
			got, err := io.ReadAll(base64.NewDecoder(base64.RawStdEncoding, &unbroken{text: pieces{more: parts}}))
			require.NoError(t, err)
			require.Equal(t, want, string(got), "%q", parts)
		}
	}
	for _, parts := range divided("AQ==AAAA") {
		_, err := io.ReadAll(base64.NewDecoder(base64.RawStdEncoding, &unbroken{text: pieces{more: parts}}))
		require.Error(t, err, "what stands behind the padding, %q", parts)
	}
}

// A layer of TMJ is one text, of which the decoder asks for a little at a time: what
// each Read costs may not depend on what is left.
func TestBase64IsReadOnce(t *testing.T) {
	text := strings.Repeat("A", 64<<20)
	begin := time.Now()
	u := unbroken{text: pieces{more: []string{text}}}
	var b [1024]byte
	for range len(text) / len(b) {
		n, err := u.Read(b[:])
		require.NoError(t, err)
		require.Equal(t, len(b), n)
	}
	require.Less(t, time.Since(begin), time.Minute, "half of the text each time are 2 TB")
}
