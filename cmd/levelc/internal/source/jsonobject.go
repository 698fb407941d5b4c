package source

import "github.com/go-json-experiment/json/jsontext"

// The way down: an object that is too large for one step is read member by member.

// TypeMember is the default of Options.KindMember.
const TypeMember = "type"

// object reads the next object, of which k is what peek returned, and reports it under
// its type or key.
func (x *jsonReader) object(key []byte, k jsontext.Kind) error {
	if k == heldBack {
		return x.heldObject(key)
	}
	if err := x.token(); err != nil {
		return err
	}
	x.in.pass()
	o := descent{key: key, at: x.offset() - 1, names: x.known.begin()}
	x.kept.Reset()
	x.keptB.Reset()
	if x.opt.Keys {
		if err := x.openAs(&o, key, false); err != nil {
			return err
		}
	}
	for n := 0; ; n++ {
		if x.dec.PeekKind() == '}' {
			break
		}
		if n >= x.opt.Limits.Members {
			return x.manyMembers(o.at)
		}
		if err := x.member(&o); err != nil {
			return err
		}
	}
	if err := x.token(); err != nil {
		return err
	}
	end := x.offset() - 1
	x.known.end(o.names)
	if err := x.openAs(&o, key, false); err != nil {
		return err
	}
	return orStopped(x.h.Close(end))
}

// descent is an object that is read member by member.
type descent struct {
	key    []byte
	at     int64
	names  int // their mark in known
	opened bool
	typed  bool // opened under its type, which has not come yet
}

// member reads one member of o.
func (x *jsonReader) member(o *descent) error {
	above := x.names.Mark()
	name, err := x.name(o.names)
	if err != nil {
		return err
	}
	switch k := x.peek(); k {
	case '{', '[', heldBack:
		if !o.opened {
			if err = x.openEarly(o); err != nil {
				return err
			}
		}
		if k != '[' {
			err = x.object(name, k)
		} else if err = x.token(); err == nil {
			err = x.elements(name, o.at, false)
		}
	default:
		err = x.scalarMember(o, name)
	}
	x.names.Release(above)
	return err
}

// name reads the name of a member of an object, by its mark in known, and puts it on the
// stack of names.
func (x *jsonReader) name(object int) ([]byte, error) {
	if x.dec.PeekKind() != '"' {
		_, err := x.dec.ReadToken()
		return nil, x.wrong(err)
	}
	raw, err := x.value()
	if err != nil {
		return nil, err
	}
	text := unquote(raw[1:len(raw)-1], &x.text)
	if len(text) > x.opt.Limits.Name {
		return nil, x.longName(x.offset() - int64(len(raw)))
	}
	if x.known.add(object, text) {
		return nil, x.twice(x.offset()-int64(len(raw)), text)
	}
	name := x.names.Take(len(text))
	copy(name, text)
	return name, nil
}

// scalarMember reads a scalar and reports it, or keeps it while o is not opened.
func (x *jsonReader) scalarMember(o *descent, name []byte) error {
	raw, err := x.value()
	if err != nil {
		return err
	}
	isType := raw[0] == '"' && string(name) == x.opt.KindMember
	if o.typed && isType && !x.opt.Types {
		return nil
	}
	if !o.opened && !isType {
		if x.keptB.Len()+len(name)+len(raw) <= x.opt.Limits.Token {
			x.keep(name, raw)
			return nil
		}
		if err := x.openEarly(o); err != nil {
			return err
		}
	}
	if !o.opened {
		text := unquote(raw[1:len(raw)-1], &x.text)
		isKind := x.h.Kind(text)
		as := o.key
		if isKind {
			as = text
		}
		if err := x.openAs(o, as, isKind); err != nil || isKind && !x.opt.Types {
			return err
		}
	}
	x.val.At = o.at
	return x.report(name, raw, false)
}

// keep puts a scalar member of an object aside until that is opened.
func (x *jsonReader) keep(name, raw []byte) {
	k := kept{name: x.keptB.Len(), val: x.keptB.Len() + len(name)}
	x.keptB.Append(name...)
	x.keptB.Append(raw...)
	k.end = x.keptB.Len()
	x.kept.Push(k)
}

// openAs opens o under its type or its key, unless it is open, and reports the members
// that were kept.
func (x *jsonReader) openAs(o *descent, name []byte, typed bool) error {
	if o.opened {
		return nil
	}
	o.opened = true
	if err := x.open(name, o.key, o.at, typed); err != nil {
		return err
	}
	b := x.keptB.Slice()
	for _, k := range x.kept.Slice() {
		x.val.At = o.at
		if err := x.report(b[k.name:k.val], b[k.val:k.end], false); err != nil {
			return err
		}
	}
	return nil
}

// openEarly opens o before its type has come: under that, if there is one, or under its key.
func (x *jsonReader) openEarly(o *descent) error {
	kind, err := x.search.kind(o.at, x.offset())
	if err != nil {
		return err
	}
	if kind != nil && x.h.Kind(kind) {
		o.typed = true
		return x.openAs(o, kind, true)
	}
	return x.openAs(o, o.key, false)
}

// elements reads the rest of an array whose bracket has been read, in the object (or
// outermost array) at at. The array is one value unless it contains objects. Then each
// element is reported by itself, which is known only at the first object. inner says
// that the array is in such an array.
func (x *jsonReader) elements(name []byte, at int64, inner bool) error {
	x.list.begin(&x.opt, name, at, !inner)
	objects := false
	for depth := 1; depth > 0; {
		var err error
		k := x.peek()
		if !objects {
			err = x.nextPart(k)
		}
		switch {
		case err != nil:
		case k == ']':
			if err = x.token(); err == nil && !objects {
				err = x.list.close()
			} else if err == nil {
				err = x.endList()
			}
			depth--
		case k == '[' && objects:
			if err = x.token(); err == nil {
				err = x.elements(name, at, true)
			}
		case k == '[':
			if err = x.token(); err == nil {
				err = x.list.open()
			}
			depth++
		case k == '{', k == heldBack:
			if !objects {
				objects = true
				err = x.flush()
			}
			if err == nil {
				err = x.object(name, k)
			}
		case k == heldRun:
			err = x.run()
		case objects:
			err = x.mixedItem(name, at)
		default:
			err = x.item()
		}
		if err != nil {
			return err
		}
	}
	if !objects {
		return x.list.report(x.h, inner)
	}
	return nil
}

// nextPart reports the items so far, if there are many. It refuses what an array that is
// reported in parts must not have in it.
func (x *jsonReader) nextPart(k jsontext.Kind) error {
	switch l := &x.list; {
	case k == ']' || k == 0 || !l.parted && (k == '{' || k == heldBack):
	case l.parted && l.packs && k != '0' && k != heldRun:
		return limit(nextToken(x.dec, x.base+x.in.shift), "a list that begins with %d bytes of numbers has something else in it", x.opt.Parts).
			advise("is it meant to be a number?")
	case k == '{' || k == heldBack:
		return limit(nextToken(x.dec, x.base+x.in.shift), "a list that begins with %d values, or %d bytes of them, has an object in it", x.opt.ListParts, itemBytes*x.opt.ListParts).
			advise("put the objects into a list of their own")
	case l.many():
		return l.itemsPart(x.h)
	}
	return nil
}

// flush reports each item so far by itself, because the array has turned out to contain
// objects. So do all open arrays.
func (x *jsonReader) flush() error {
	l := &x.list
	if err := l.unpack(); err != nil {
		return err
	}
	l.spread()
	items, starts := l.items.Slice(), l.starts.Slice()
	next := 0
	for i := 0; i <= len(items); i++ {
		for next < len(starts) && int(starts[next]) == i {
			next++
			if err := x.beginList(l.name, l.at); err != nil {
				return err
			}
		}
		if i == len(items) {
			break
		}
		items[i].Mixed = true
		if !x.h.Value(l.name, &items[i]) {
			return ErrStopped
		}
	}
	return nil
}

// run reads numbers in an array that the sieve has held back.
func (x *jsonReader) run() error {
	if err := x.null(); err != nil {
		return err
	}
	if err := x.list.numbersPart(x.h); err != nil {
		return err
	}
	raw, n := x.in.take()
	x.list.reserve(len(raw), x.size-x.offset())
	return x.list.addRun(raw, n)
}

// mixedItem reads a scalar in an array that has objects in it.
func (x *jsonReader) mixedItem(name []byte, at int64) error {
	raw, err := x.value()
	if err != nil {
		return err
	}
	x.val.At = at
	return x.report(name, raw, true)
}

// item reads a scalar in an array that has had no objects so far.
func (x *jsonReader) item() error {
	raw, err := x.value()
	if err != nil {
		return err
	}
	kind, text := scalar(raw)
	if kind == String {
		text = unquote(text, &x.text)
	}
	if kind == Number {
		if err := x.list.numbersPart(x.h); err != nil {
			return err
		}
	}
	return x.list.add(kind, text)
}
