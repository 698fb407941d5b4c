package source

// Lister is a Handler that is also told of JSON's arrays with objects in them, of which
// a Handler is told only the elements. The calls come around the elements, and nest as
// the arrays do. Arrays without objects are Values as usual.
//
//	{"a":[1,{"b":2}]}   Open "", BeginList a, Value a 1 (Mixed), Open a, Value b 2, Close, EndList, Close
type Lister interface {
	Handler
	// BeginList begins an array under the key name; at is the offset of the
	// object (or outermost array) around it.
	BeginList(name []byte, at int64) bool
	EndList() bool
}

// beginList reports an array, if somebody wants to know.
func (x *hears) beginList(name []byte, at int64) error {
	if x.lister != nil && !x.lister.BeginList(name, at) {
		return ErrStopped
	}
	return nil
}

func (x *hears) endList() error {
	if x.lister != nil && !x.lister.EndList() {
		return ErrStopped
	}
	return nil
}
