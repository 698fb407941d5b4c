package corpus_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// urhoWorld takes the scenes of Urho3D as they are: generic attributes whose
// names are values.
type urhoWorld struct {
	Scenes     store.Bulk[urhoScene]     `level:"scene"`
	Nodes      store.Bulk[urhoNode]      `level:"node"`
	Components store.Bulk[urhoComponent] `level:"component"`
	Attributes store.Array[urhoAttribute]
	Strings    store.Strings
}

type urhoScene struct {
	ID         uint32                    `level:"id,id"`
	Attributes store.Span[urhoAttribute] `level:"attribute"`
}

type urhoNode struct {
	ID         uint32                    `level:"id,id"`
	Parent     store.AnyHandle           `level:",parent,ref=scene|node"`
	Attributes store.Span[urhoAttribute] `level:"attribute"`
}

type urhoComponent struct {
	ID         uint32                    `level:"id,id"`
	Type       urhoType                  `level:"type,enum=Octree|PhysicsWorld|DebugRenderer|Zone|Light|StaticModel|CollisionShape|RigidBody|Skybox|Camera"`
	Owner      store.AnyHandle           `level:",parent,ref=scene|node"`
	Attributes store.Span[urhoAttribute] `level:"attribute"`
}

type urhoType uint8

var urhoTypes = []string{"Octree", "PhysicsWorld", "DebugRenderer", "Zone", "Light", "StaticModel", "CollisionShape", "RigidBody", "Skybox", "Camera"}

type urhoAttribute struct {
	Name  store.Str `level:"name,required"`
	Value store.Str `level:"value"`
}

func TestCorpusUrho(t *testing.T) {
	for _, name := range []string{"NinjaSnowWar.xml", "SceneLoadExample.xml"} {
		t.Run(name, func(t *testing.T) {
			file := corpusFile(t, "urho3d/bin/Data/Scenes/"+name)
			var w urhoWorld
			level := load(t, &w, file)
			root := readXML(t, file)

			nodes, components := root.all("node"), root.all("component")
			require.Equal(t, 1, w.Scenes.Len())
			require.Equal(t, len(nodes), w.Nodes.Len())
			require.Equal(t, len(components), w.Components.Len())
			require.Equal(t, 1+len(nodes)+len(components), level.Nodes())
			require.Equal(t, len(root.all("attribute")), w.Attributes.Len())

			attributes := func(span store.Span[urhoAttribute]) (out [][2]string) {
				for _, a := range w.Attributes.Slice(span) {
					out = append(out, [2]string{w.Strings.Get(a.Name), w.Strings.Get(a.Value)})
				}
				return out
			}
			for _, scene := range w.Scenes.All() {
				require.Equal(t, root.uint("id"), uint64(scene.ID))
				require.Equal(t, urhoAttributes(root), attributes(scene.Attributes))
			}
			i := 0
			for _, n := range w.Nodes.All() {
				require.Equal(t, nodes[i].uint("id"), uint64(n.ID))
				require.Equal(t, urhoAttributes(nodes[i]), attributes(n.Attributes))
				require.Equal(t, nodes[i].parent.uint("id"), urhoID(t, &w, n.Parent))
				i++
			}
			i = 0
			for _, c := range w.Components.All() {
				require.Equal(t, components[i].uint("id"), uint64(c.ID))
				require.Equal(t, components[i].attr("type"), urhoTypes[c.Type])
				require.Equal(t, urhoAttributes(components[i]), attributes(c.Attributes))
				require.Equal(t, components[i].parent.uint("id"), urhoID(t, &w, c.Owner))
				i++
			}
			counted(t, "urho3d", 1)
		})
	}
}

// urhoID is the id of a scene or node.
func urhoID(t *testing.T, w *urhoWorld, h store.AnyHandle) uint64 {
	if s, ok := w.Scenes.FromAny(h); ok {
		return uint64(get(t, &w.Scenes, s).ID)
	}
	n, ok := w.Nodes.FromAny(h)
	require.True(t, ok, "the handle names neither a scene nor a node")
	return uint64(get(t, &w.Nodes, n).ID)
}

func urhoAttributes(e *element) (out [][2]string) {
	for _, a := range e.children {
		if a.name == "attribute" {
			out = append(out, [2]string{a.attr("name"), a.attr("value")})
		}
	}
	return out
}
