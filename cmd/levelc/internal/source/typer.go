package source

// Typer is a Handler that is told which objects of JSON are opened under their types,
// and which under their keys.
type Typer interface {
	Handler
	// OpenTyped is Open for an object with the type name, which is a kind. key is the
	// name that Open would otherwise get.
	OpenTyped(name, key []byte, at int64) bool
}

// hears is a Handler, and its further interfaces.
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

// open reports an object that stands under key, and is opened under name.
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
