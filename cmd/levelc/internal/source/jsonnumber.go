package source

// mostJSONNumber is how long a number of JSON may be by default.
const mostJSONNumber = 1 << 10

// IsJSONNumber reports whether b would be a number in JSON: the grammar above
// without "+", leading zeros, and a point without digits on both sides.
func IsJSONNumber(b []byte) bool { return len(b) <= mostJSONNumber && jsonNumber(b) }
