package source

import "bytes"

// Unwrap cuts XML white space off an end of b if there is a line break in it: then it
// is the layout of the file. A text of several lines keeps all of its first and last
// line, whose white space is as much its own as that of the lines between.
func Unwrap(b []byte) []byte {
	t := Trim(b)
	i := bytes.Index(b, t)
	end, several := i+len(t), !inLine(t)
	if n := bytes.IndexByte(b[end:], '\n'); n < 0 {
		end = len(b)
	} else if several {
		end += n
	}
	if n := bytes.LastIndexByte(b[:i], '\n'); n < 0 || several {
		i = n + 1
	}
	return b[i:end]
}

// Trim cuts XML white space off both ends.
func Trim(b []byte) []byte {
	b = b[space(b, 0):]
	for len(b) > 0 && IsSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// inLine reports whether there is no line break in b. White space that is all there is
// between the two tags of an element, on one line, is its text and no layout.
func inLine(b []byte) bool { return bytes.IndexByte(b, '\n') < 0 }
