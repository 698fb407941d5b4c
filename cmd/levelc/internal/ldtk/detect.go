package ldtk

import (
	"bytes"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// detectSize is how much of a file Detect looks at: LDtk says who it is at once,
// and old versions do before the definitions.
const detectSize = 16 << 10

// Detect reports whether a file is a project of LDtk, or one of its levels. It
// reads no more than the head of the file.
func Detect(f *source.File) bool {
	if f.Format != source.JSON {
		return false
	}
	head := make([]byte, min(f.Size(), detectSize))
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return false
	}
	d := jsontext.NewDecoder(bytes.NewReader(bytes.TrimPrefix(head[:n], []byte("\xEF\xBB\xBF"))))
	if d.PeekKind() != '{' {
		return false
	}
	d.ReadToken()
	// Before 0.6 there was no header. No one else has all of these.
	settings := map[string]bool{"jsonVersion": true, "defaultPivotX": true, "defaultPivotY": true, "defaultGridSize": true}
	for d.PeekKind() == '"' {
		key, err := d.ReadToken()
		if err != nil {
			return false
		}
		name := key.String()
		value, err := d.ReadValue()
		if err != nil {
			return false
		}
		if name == "__header__" {
			return isHeader(value)
		}
		if delete(settings, name); len(settings) == 0 {
			return true
		}
	}
	return false
}

// isHeader reports whether the header of a file is LDtk's.
func isHeader(b jsontext.Value) bool {
	d := jsontext.NewDecoder(strings.NewReader(string(b)))
	if d.PeekKind() != '{' {
		return false
	}
	d.ReadToken()
	for d.PeekKind() == '"' {
		key, err := d.ReadToken()
		if err != nil {
			return false
		}
		name := key.String()
		value, err := d.ReadValue()
		if err != nil {
			return false
		}
		if name == "fileType" {
			text, err := jsontext.AppendUnquote(nil, value)
			return err == nil && strings.HasPrefix(string(text), "LDtk ")
		}
	}
	return false
}
