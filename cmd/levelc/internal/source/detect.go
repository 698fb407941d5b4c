package source

import (
	"path/filepath"
	"strings"
)

// Format is the syntax of a source.
type Format uint8

const (
	Unknown Format = iota
	XML
	JSON
	Formats = iota // how many there are, with Unknown
)

// utf8Mark is the byte order mark of UTF-8.
const utf8Mark = "\xEF\xBB\xBF"

// String returns the format's name.
func (f Format) String() string {
	switch f {
	case XML:
		return "XML"
	case JSON:
		return "JSON"
	}
	return "unknown"
}

// detect finds the format by the first bytes of a source, after a byte order mark and
// white space. It uses the name only if these bytes do not tell.
func detect(head []byte, name string) Format {
	s := strings.TrimPrefix(string(head), utf8Mark)
	if strings.HasPrefix(s, "\xFF\xFE") || strings.HasPrefix(s, "\xFE\xFF") {
		s = strings.ReplaceAll(s[2:], "\x00", "")
	}
	s = strings.Trim(s, "\x00")
	s = strings.TrimLeft(s, " \t\r\n")
	if s != "" {
		switch s[0] {
		case '<':
			return XML
		case '{', '[':
			return JSON
		}
	}
	return byExtension(name)
}

// byExtension finds the format by the name alone.
func byExtension(name string) Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".xml", ".tmx", ".tsx", ".tx", ".sdf":
		return XML
	case ".json", ".tmj", ".tsj", ".tj", ".ldtk", ".ldtkl":
		return JSON
	}
	return Unknown
}
