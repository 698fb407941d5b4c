package ldtk

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// objectLists are the names of members that are lists of objects, wherever they are.
var objectLists = map[string]bool{}

func init() {
	for name := range strings.FieldsSeq(`worlds levels toc instancesData instances tilesets enums externalEnums layers entities values fieldDefs levelFields
		intGridValues intGridValuesGroups customData enumTags __neighbours layerInstances fieldInstances entityInstances
		gridTiles autoLayerTiles intGrid`) {
		objectLists[name] = true
	}
}

// packedLists are those of them that are packed in a layer; see Reader.
var packedLists = [...]string{"gridTiles", autoTiles, "intGrid", "entityInstances"}

// Hints.
const (
	saveAgain = "save the project again with LDtk"
	withNewer = "save the project with a newer LDtk"

	chooseAnother = "give the field another entity in LDtk, or none"
)

// checkLists reports items that are not objects in a node's lists of objects, the first
// in each list. They would be ignored otherwise. An object in place of a list would be
// read as a list of one.
func (r *reader) checkLists(n *editor.Node) {
	for _, c := range n.Nodes {
		if objectLists[c.Name] && !c.Listed {
			r.Errorf(c.Place(), saveAgain, "%s: expected a list of objects, got an object", c.Name)
		}
	}
	for _, name := range packedLists {
		if n.HasPacked(name) && !n.IsListed(name) {
			r.Errorf(n.PlaceOfList(name), saveAgain, "%s: expected a list of objects, got an object", name)
		}
	}
	told := ""
	for i := range n.Members {
		m := &n.Members[i]
		if !objectLists[m.Name] || m.Name == told || !m.Mixed && (m.Kind == source.Null || m.IsEmpty()) {
			continue
		}
		told = m.Name // one for each list is enough
		r.Errorf(n.PlaceOfMember(i), saveAgain, "%s: expected objects, got %s", m.Name, m.Shown())
	}
}
