package source

// Joiner joins the parts of an array of numbers, see Value.More. The zero Joiner is
// ready to use. It reuses its memory.
type Joiner struct {
	on   bool
	held []byte
	val  Value
}

// Join returns v itself if it is whole, the joined value for a last part, and nil for
// any other part.
func (j *Joiner) Join(v *Value) *Value {
	if !v.More && !j.on {
		return v
	}
	if !j.on {
		j.held = j.held[:0]
	}
	j.held = append(j.held, v.Bytes...)
	if j.on = v.More; j.on {
		return nil
	}
	j.val = *v
	j.val.Bytes = j.held
	return &j.val
}

// Len returns how many bytes are waiting for their last part.
func (j *Joiner) Len() int {
	if !j.on {
		return 0
	}
	return len(j.held)
}

// Reset drops what is waiting, and memory that is larger than a short list needs.
func (j *Joiner) Reset() {
	if j.on = false; cap(j.held) > listBytes {
		j.held = nil
	}
}
