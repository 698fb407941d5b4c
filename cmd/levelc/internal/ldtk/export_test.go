package ldtk

// SetMostList sets how long a list in an attribute may get, and returns what it was.
func SetMostList(n int) int {
	old := mostList
	mostList = n
	return old
}
