package editor

// Fragment is a piece of a level's text that a Writer has recorded, with what each
// place of it was made of.
type Fragment struct {
	text  []byte
	marks []mark // with offsets in text, and docs and members from here
	docs  []*Doc
	names []string
}

// mostRecorded is the most bytes of a Fragment. A longer one is dropped.
const mostRecorded = 4 << 20

// Record begins a Fragment. A Fragment begins and ends between elements.
func (w *Writer) Record() {
	w.endTag()
	w.flush(0)
	w.recorded = &Fragment{}
	w.begun = w.off
}

// Recorded ends the Fragment and returns it, or nil if it became too long.
func (w *Writer) Recorded() *Fragment {
	w.flush(0)
	f := w.recorded
	w.recorded = nil
	if f == nil {
		return nil
	}
	docs, names := map[int32]int32{}, map[int32]int32{}
	for i := range f.marks {
		m := &f.marks[i]
		m.off -= w.begun
		if _, ok := docs[m.doc]; !ok {
			docs[m.doc] = int32(len(f.docs))
			f.docs = append(f.docs, w.list[m.doc])
		}
		if m.doc = docs[m.doc]; m.member == 0 {
			continue
		}
		if _, ok := names[m.member]; !ok {
			f.names = append(f.names, w.names[m.member-1])
			names[m.member] = int32(len(f.names))
		}
		m.member = names[m.member]
	}
	return f
}

// record keeps the text that is written.
func (w *Writer) record(text []byte) {
	if f := w.recorded; f != nil {
		if f.text = append(f.text, text...); len(f.text) > mostRecorded {
			w.recorded = nil
		}
	}
}

// Replay writes a Fragment, as if its elements were written again. It must be called
// where Record could be called, between elements.
func (w *Writer) Replay(f *Fragment) {
	w.endTag()
	w.flush(0)
	docs, names := make([]int32, len(f.docs)), make([]int32, len(f.names)+1)
	for i, d := range f.docs {
		docs[i] = w.docOf(d)
	}
	for i, name := range f.names {
		names[i+1] = w.memberOf(name)
	}
	for _, m := range f.marks {
		m.off += w.off
		m.doc, m.member = docs[m.doc], names[m.member]
		w.marks.add(m)
	}
	w.buf = append(w.buf, f.text...)
	w.flush(0)
}
