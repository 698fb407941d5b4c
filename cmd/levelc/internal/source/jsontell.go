package source

// tellObject reports the object that is part at of the outline, and everything in it.
func (x *stepper) tellObject(key []byte, at int) {
	o := &x.out
	b := x.braces[0]
	x.braces = x.braces[1:]
	p := &o.parts[at]
	name, typed, skip := key, false, -1
	if p.typ > 0 && !x.opt.Keys {
		t := &o.parts[p.typ]
		text := o.raw[t.text:t.textEnd]
		if t.escaped {
			text = unquote(text, &x.text)
		}
		if x.h.Kind(text) {
			name, typed = text, true
			if !x.opt.Types {
				skip = int(p.typ)
			}
		}
	}
	if x.fail = x.open(name, key, b.at, typed); x.fail != nil {
		return
	}
	end := int(p.end)
	for i := at + 1; i < end; i = o.next(i) {
		if i == skip {
			continue
		}
		if x.tellMember(o.nameOf(i), i, b.at); x.fail != nil {
			return
		}
	}
	if !x.h.Close(b.end - 1) {
		x.fail = ErrStopped
	}
}

// tellMember reports part i, a member of the object at.
func (x *stepper) tellMember(name []byte, i int, at int64) {
	o := &x.out
	p := &o.parts[i]
	v := &x.val
	switch p.kind {
	case partObject:
		x.tellObject(name, i)
		return
	case partObjects:
		x.fail = x.beginList(name, at)
		for k := i + 1; k < int(p.end) && x.fail == nil; k = o.next(k) {
			x.tellObject(name, k)
		}
		if x.fail == nil {
			x.fail = x.endList()
		}
		return
	case partLists:
		x.list.begin()
		if x.addItems(i, at); x.fail == nil {
			x.fail = x.list.report(x.h, name, at, false)
		}
		return
	case partKind(Numbers):
		text := o.raw[p.text:p.textEnd]
		if o.isLong(int(p.n)) {
			nums := x.nums[:len(text)]
			v.Kind, v.Bytes, v.Items = Numbers, nums[:packRun(nums, text)], nil
			break
		}
		v.Kind, v.Bytes, v.Items = List, nil, x.numbers(text, int(p.n), at)
	case partKind(List):
		v.Kind, v.Bytes, v.Items = List, nil, x.scalars(i, at)
	default:
		v.Kind, v.Bytes = ValueKind(p.kind), o.raw[p.text:p.textEnd]
		if p.escaped {
			v.Bytes = unquote(v.Bytes, &x.text)
		}
	}
	v.At, v.Mixed, v.More = at, false, false
	if !x.h.Value(name, v) {
		x.fail = ErrStopped
	}
	v.Items = nil
}

// numbers returns the n numbers of a text as items of a list.
func (x *stepper) numbers(text []byte, n int, at int64) []Value {
	x.items.Reset()
	items := x.items.Extend(n)
	i := 0
	for k := range items {
		i = space(text, i)
		start := i
		for i < len(text) && text[i] != ',' && text[i] > ' ' {
			i++
		}
		it := &items[k]
		it.Kind, it.Mixed, it.More, it.Items, it.At = Number, false, false, nil, at
		it.Bytes = text[start:i:i]
		i = space(text, i) + 1 // behind the comma
	}
	return items
}

// scalars returns the items of part i, a list.
func (x *stepper) scalars(i int, at int64) []Value {
	o := &x.out
	parts := o.parts[i+1 : o.parts[i].end]
	x.items.Reset()
	items := x.items.Extend(len(parts))
	for k := range items {
		it, p := &items[k], &parts[k]
		it.Kind, it.Mixed, it.More, it.Items, it.At = ValueKind(p.kind), false, false, nil, at
		it.Bytes = o.raw[p.text:p.textEnd]
	}
	return items
}

// addItems adds the items of part i, a list, to x.list.
func (x *stepper) addItems(i int, at int64) {
	o := &x.out
	p := &o.parts[i]
	if p.kind == partKind(Numbers) {
		text, n := o.raw[p.text:p.textEnd], int(p.n)
		for _, it := range x.numbers(text, n, at) {
			if x.fail = x.list.add(Number, it.Bytes, at); x.fail != nil {
				return
			}
		}
		return
	}
	for k := i + 1; k < int(p.end) && x.fail == nil; k = o.next(k) {
		switch in := &o.parts[k]; in.kind {
		case partKind(Numbers), partKind(List), partLists:
			if x.fail = x.list.open(at); x.fail == nil {
				x.addItems(k, at)
			}
			if x.fail == nil {
				x.fail = x.list.close(at)
			}
		default:
			x.fail = x.list.add(ValueKind(in.kind), o.raw[in.text:in.textEnd], at)
		}
	}
}
