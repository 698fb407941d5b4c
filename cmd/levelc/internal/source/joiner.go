package source

import "github.com/levelc/levelc/smallalloc/inline"

// Joiner joins the parts of an array, see Value.More. The zero Joiner is ready to use.
// It reuses the memory of Numbers; that of a List, which is rare, goes to the collector.
type Joiner struct {
	on    bool
	held  []byte                 // Numbers
	items []Value                // of a List
	inner *inline.Scratch[Value] // the items of lists in it
	text  *inline.Scratch[byte]  // the texts of all items
	n, of int                    // values so far, and bytes of their texts
	val   Value
}

// Join returns v itself if it is whole, the joined value for a last part, and nil for
// any other part.
func (j *Joiner) Join(v *Value) *Value {
	if !v.More && !j.on {
		return v
	}
	if !j.on {
		j.begin()
	}
	if v.Kind == List {
		j.items = append(j.items, j.copyOf(v.Items)...)
	} else {
		j.held = append(j.held, v.Bytes...)
		j.of += len(v.Bytes)
	}
	if j.on = v.More; j.on {
		return nil
	}
	j.val = *v
	if j.val.Items = j.items; v.Kind != List {
		j.val.Bytes = j.held
	}
	return &j.val
}

// copyOf copies the items of a list, which stay until Reset.
func (j *Joiner) copyOf(items []Value) []Value {
	if j.inner == nil {
		j.inner, j.text = inline.NewScratch[Value](keepItems), inline.NewScratch[byte](listBytes)
	}
	own := j.inner.Take(len(items))
	j.n += len(items)
	for i := range items {
		own[i] = items[i]
		if items[i].Kind == List {
			own[i].Items = j.copyOf(items[i].Items)
			continue
		}
		own[i].Bytes = j.text.Take(len(items[i].Bytes))
		copy(own[i].Bytes, items[i].Bytes)
		j.of += len(items[i].Bytes)
	}
	return own
}

// Len returns how many bytes are waiting for their last part.
func (j *Joiner) Len() int {
	if !j.on {
		return 0
	}
	return j.of
}

// Values returns how many values are waiting, lists among them. Numbers are none.
func (j *Joiner) Values() int {
	if !j.on {
		return 0
	}
	return j.n
}

func (j *Joiner) begin() {
	j.on, j.n, j.of = false, 0, 0
	j.held = j.held[:0]
	j.items, j.inner, j.text = nil, nil, nil
}

// Reset drops what is waiting, and memory that is larger than a short list needs.
func (j *Joiner) Reset() {
	if j.begin(); cap(j.held) > listBytes {
		j.held = nil
	}
}
