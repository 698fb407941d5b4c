package source

// Joiner puts the parts of an array of numbers together, see Value.More. The zero Joiner
// is ready to use, and its memory is reused.
type Joiner struct {
	on   bool
	held []byte
	val  Value
}

// Join takes a Value and returns it, or the whole with its last part, or nil before.
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

// Len is how many bytes are waiting for their last part.
func (j *Joiner) Len() int {
	if !j.on {
		return 0
	}
	return len(j.held)
}

// Reset forgets what is waiting, and what is there for more than a short list.
func (j *Joiner) Reset() {
	if j.on = false; cap(j.held) > listBytes {
		j.held = nil
	}
}
