package source

// Typer is a Handler that wants to know which objects of JSON are opened under
// their types, and which under their keys.
type Typer interface {
	Handler
	// OpenTyped is Open of an object that has the type name, which is a kind. key is
	// what Open would have been told.
	OpenTyped(name, key []byte, at int64) bool
}

// hears is a Handler, and what else it may be.
type hears struct {
	h      Handler
	lister Lister // h, if it is one
	typer  Typer  // h, if it is one
}

func hearing(h Handler) hears {
	x := hears{h: h}
	x.lister, _ = h.(Lister)
	x.typer, _ = h.(Typer)
	return x
}

// open tells of an object that stands under key, and is opened under name.
func (x *hears) open(name, key []byte, at int64, typed bool) error {
	ok := false
	if typed && x.typer != nil {
		ok = x.typer.OpenTyped(name, key, at)
	} else {
		ok = x.h.Open(name, at)
	}
	if !ok {
		return ErrStopped
	}
	return nil
}
