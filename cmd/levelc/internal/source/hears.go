package source

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
