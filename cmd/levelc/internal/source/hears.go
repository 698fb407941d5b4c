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
	if typed && x.typer != nil {
		return orStopped(x.typer.OpenTyped(name, key, at))
	}
	return orStopped(x.h.Open(name, at))
}

// beginList reports an array, if somebody wants to know.
func (x *hears) beginList(name []byte, at int64) error {
	return orStopped(x.lister == nil || x.lister.BeginList(name, at))
}

func (x *hears) endList() error {
	return orStopped(x.lister == nil || x.lister.EndList())
}

// orStopped makes an error of what a Handler returned.
func orStopped(ok bool) error {
	if !ok {
		return ErrStopped
	}
	return nil
}
