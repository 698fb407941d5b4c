package stat

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// texts counts the strings, without the empty one.
func texts(l *level.Level, top int) Strings {
	s := Strings{Bytes: len(l.Data(format.TableBytes))}
	uses := uses(l)
	met := make(map[string]struct{}, len(uses))
	list := make([]uint32, 0, len(uses))
	for i := 1; i < len(uses); i++ {
		text := l.Text(uint32(i))
		s.Count++
		if _, ok := met[string(text)]; ok {
			s.Equal++
		}
		met[string(text)] = struct{}{}
		if uses[i] == 0 {
			s.Unnamed++
			s.Idle += len(text)
		}
		list = append(list, uint32(i))
	}
	show := func(more func(a, b uint32) int) (out []String) {
		slices.SortFunc(list, func(a, b uint32) int { return cmp.Or(more(a, b), cmp.Compare(a, b)) })
		for _, i := range list[:min(top, len(list))] {
			out = append(out, String{Text: terse.Clip(l.Text(i), mostText), Bytes: len(l.Text(i)), Uses: int(uses[i])})
		}
		return out
	}
	s.Longest = show(func(a, b uint32) int { return len(l.Text(b)) - len(l.Text(a)) })
	s.MostUsed = show(func(a, b uint32) int { return cmp.Compare(uses[b], uses[a]) })
	return s
}

// uses counts how many fields, ids, labels and positions name each string.
func uses(l *level.Level) []uint32 {
	out := make([]uint32, l.Strings())
	le := binary.LittleEndian
	for i := range l.Chunks {
		if label := l.Chunks[i].Label; label > 0 { // there may be no string at all
			out[label]++
		}
	}
	for i := format.TableIDs; i < len(l.Schema.Tables); i++ {
		t := &l.Schema.Tables[i]
		data := l.Data(i)
		for j := range t.Fields {
			f := &t.Fields[j]
			if f.Type != format.TypeStr {
				continue
			}
			for at := int(f.Offset); at < len(data); at += int(t.Stride) {
				for k := range int(f.Count) {
					out[le.Uint32(data[at+4*k:])]++
				}
			}
		}
	}
	return out
}

// mostText is the most bytes of a string that are shown.
const mostText = 60
