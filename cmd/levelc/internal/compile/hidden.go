package compile

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A node that is skipped with an error, an id that is wrong, or a file that is missing is one
// mistake: references to the id are not reported until that is corrected.

// hide remembers a possible id of such a node.
func (u *unknowns) hide(id []byte) {
	if len(id) > format.MaxName || len(u.hidden) >= mostTold {
		return
	}
	if u.hidden == nil {
		u.hidden = map[string]struct{}{}
	}
	u.hidden[string(id)] = struct{}{}
}

func (u *unknowns) isHidden(id []byte) bool {
	_, hidden := u.hidden[string(id)]
	return hidden || u.lost[string(id)]
}

// hideMember is hideValue if the name is that of an id.
func (c *compiler) hideMember(name []byte, v *source.Value) {
	if !slices.ContainsFunc(c.plan.idNames[c.syntax], func(id string) bool { return id == string(name) }) {
		return
	}
	c.hideValue(v)
}

// hideValue is unknowns.hide for a value.
func (c *compiler) hideValue(v *source.Value) {
	text := v.Bytes
	if v.Kind == source.Text {
		text = source.Trim(text)
	}
	c.unknown.hide(text)
}
