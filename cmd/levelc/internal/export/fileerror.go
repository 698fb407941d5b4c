package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A FileError says where a schema file is not the JSON that it should be. It wraps
// ErrFile.
//
// Its words are our own. Those of the JSON package change from one run to the next, on
// purpose, and a message that changes looks like news.
type FileError struct {
	Line, Col int    // from 1; columns count characters
	Member    string // as in tables[0].fields[2].type, or empty
	Msg       string
}

func (e *FileError) Error() string {
	if e.Member == "" {
		return ErrFile.Error() + ": " + e.Msg
	}
	return ErrFile.Error() + ": " + e.Member + ": " + e.Msg
}

// Unwrap makes errors.Is find ErrFile.
func (e *FileError) Unwrap() error { return ErrFile }

// fileError finds the words for an error of the JSON package about a text.
func fileError(text []byte, err error) error {
	var syntax *jsontext.SyntacticError
	var meaning *jsonv2.SemanticError
	switch {
	case errors.As(err, &syntax):
		e := fileErrorAt(text, syntax.ByteOffset, " \t\r\n", syntax.JSONPointer)
		switch {
		case errors.Is(err, jsontext.ErrDuplicateName):
			e.Msg = "a duplicate member"
		case errors.Is(err, io.ErrUnexpectedEOF):
			e.Msg = "the file ends early"
		default:
			e.Msg = "it is no JSON: " + syntax.Err.Error()
		}
		return e
	case errors.As(err, &meaning):
		e := fileErrorAt(text, meaning.ByteOffset, " \t\r\n,:", meaning.JSONPointer)
		switch {
		case errors.Is(err, jsonv2.ErrUnknownName):
			e.Msg = "there is no member of this name"
		case errors.Is(err, strconv.ErrRange), errors.Is(err, strconv.ErrSyntax):
			e.Msg = "it is a whole number from 0 to 4294967295"
		case meaning.GoType != nil:
			e.Msg = fmt.Sprintf("%s stands where %s is needed", kindOf(meaning.JSONKind), needed(meaning))
		default:
			e.Msg = "it does not belong here"
		}
		return e
	}
	return fmt.Errorf("%w: %w", ErrFile, err)
}

// fileErrorAt begins the error about what follows an offset, behind some characters that
// do not count.
func fileErrorAt(text []byte, offset int64, skip string, of jsontext.Pointer) *FileError {
	at := int(min(max(offset, 0), int64(len(text))))
	at += len(text[at:]) - len(bytes.TrimLeft(text[at:], skip))
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return &FileError{
		Line: bytes.Count(text[:at], []byte("\n")) + 1, Col: utf8.RuneCount(line) + 1,
		Member: memberOf(of),
	}
}

// memberOf spells a pointer as a person would: tables[0].name.
func memberOf(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		switch _, err := strconv.ParseUint(token, 10, 32); {
		case err == nil:
			b.WriteString("[" + token + "]")
		case b.Len() > 0:
			b.WriteString("." + token)
		default:
			b.WriteString(token)
		}
	}
	return b.String()
}

func kindOf(k jsontext.Kind) string {
	switch k {
	case jsontext.KindNull:
		return "null"
	case jsontext.KindFalse, jsontext.KindTrue:
		return "a boolean"
	case jsontext.KindString:
		return "a string"
	case jsontext.KindNumber:
		return "a number"
	case jsontext.KindBeginObject, jsontext.KindEndObject:
		return "an object"
	case jsontext.KindBeginArray, jsontext.KindEndArray:
		return "a list"
	}
	return "something else"
}

// needed says what a member takes.
func needed(e *jsonv2.SemanticError) string {
	t := e.GoType
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Struct:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	}
	return "a whole number"
}
