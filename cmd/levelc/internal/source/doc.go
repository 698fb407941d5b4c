// Package source reads levels written in XML or JSON and tells a Handler what
// is in them, in document order and the same way for both.
package source
