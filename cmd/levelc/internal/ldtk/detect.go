package ldtk

import (
	"bytes"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// detectSize is how much of a file Detect reads: LDtk names itself at once, and old
// versions do so before the definitions.
const detectSize = 16 << 10

// Detect reports whether a file is a project of LDtk, or one of its levels. One that is
// called so is, with whatever mistakes; others are recognised by their head.
func Detect(f *source.File) bool {
	if f.Format != source.JSON {
		return false
	}
	if ext := strings.ToLower(filepath.Ext(f.Name)); ext == ".ldtk" || ext == ".ldtkl" {
		return true
	}
	head, ok := headOf(f)
	if !ok {
		return false
	}
	// Before 0.6 there was no header. Only LDtk has all of these.
	settings := map[string]bool{"jsonVersion": true, "defaultPivotX": true, "defaultPivotY": true, "defaultGridSize": true}
	for name, value := range members(head) {
		if name == "__header__" {
			return isHeader(value)
		}
		if delete(settings, name); len(settings) == 0 {
			return true
		}
	}
	return false
}

// headOf returns the beginning of a file, without a byte order mark.
func headOf(f *source.File) (head []byte, ok bool) {
	head = make([]byte, min(f.Size(), detectSize))
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, false
	}
	return bytes.TrimPrefix(head[:n], []byte("\xEF\xBB\xBF")), true
}

// isHeader reports whether the header of a file is LDtk's.
func isHeader(header jsontext.Value) bool {
	for name, value := range members(header) {
		if name == "fileType" {
			text, err := jsontext.AppendUnquote(nil, value)
			return err == nil && strings.HasPrefix(string(text), "LDtk ")
		}
	}
	return false
}

// members returns the members of an object, up to where it is cut off or is not JSON.
func members(object []byte) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewReader(object))
		if d.PeekKind() != '{' {
			return
		}
		d.ReadToken()
		for d.PeekKind() == '"' {
			key, err := d.ReadToken()
			if err != nil {
				return
			}
			name := key.String()
			value, err := d.ReadValue()
			if err != nil || !yield(name, value) {
				return
			}
		}
	}
}
