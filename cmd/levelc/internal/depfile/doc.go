// Package depfile writes what levels depend on as rules for make and ninja.
//
//	text, err := depfile.Text([]depfile.Rule{{Out: "a.lvl", Sources: []string{"a.xml"}}}, []string{"types.go"})
//
// The text is the same for the same rules, and both tools read it alike. Names that they
// have no common way to write are a NameError. Names that only new versions of ninja read as
// make does are written, and Misread returns them. The package does not look at the disk,
// and keeps nothing.
package depfile
