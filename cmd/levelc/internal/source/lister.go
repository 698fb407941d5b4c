package source

// Lister is a Handler that wants to know of JSON's arrays with objects in them,
// of which Handler itself tells the elements only. The calls come around the
// elements, and nest as the arrays do; arrays without objects are Values, as
// ever.
//
//	{"a":[1,{"b":2}]}   Open "", BeginList a, Value a 1 (Mixed), Open a, Value b 2, Close, EndList, Close
type Lister interface {
	Handler
	// BeginList begins an array under the key name; at is the offset of the
	// object (or outermost array) around it.
	BeginList(name []byte, at int64) bool
	EndList() bool
}

// beginList tells of an array, if somebody wants to know.
func (x *stepper) beginList(name []byte, at int64) error {
	if x.lister != nil && !x.lister.BeginList(name, at) {
		return ErrStopped
	}
	return nil
}

func (x *stepper) endList() error {
	if x.lister != nil && !x.lister.EndList() {
		return ErrStopped
	}
	return nil
}

// flush tells of each item so far by itself, since the array has turned out to
// have objects in it. All the arrays that are open have.
func (x *jsonReader) flush(name []byte, at int64) error {
	if err := x.list.unpack(at); err != nil {
		return err
	}
	items, starts := x.list.items.Slice(), x.list.starts.Slice()
	next := 0
	for i := 0; i <= len(items); i++ {
		for next < len(starts) && int(starts[next]) == i {
			next++
			if err := x.beginList(name, at); err != nil {
				return err
			}
		}
		if i == len(items) {
			break
		}
		items[i].Mixed = true
		if !x.h.Value(name, &items[i]) {
			return ErrStopped
		}
	}
	return nil
}
