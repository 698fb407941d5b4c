package corpus_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// colladaWorld takes the skeletons of a COLLADA file, which refers to what it has by #id.
type colladaWorld struct {
	Files       store.Bulk[colladaFile]       `level:"COLLADA"`
	Libraries   store.Bulk[colladaLibrary]    `level:"library_geometries|library_controllers|library_visual_scenes"`
	Geometries  store.Bulk[colladaGeometry]   `level:"geometry"`
	Controllers store.Bulk[colladaController] `level:"controller"`
	Scenes      store.Bulk[colladaScene]      `level:"visual_scene"`
	Nodes       store.Bulk[colladaNode]       `level:"node"`
	Instances   store.Array[colladaInstance]
	Roots       store.Array[store.Handle[colladaNode]]
	Strings     store.Strings
}

type colladaFile struct {
	Version store.Str `level:"version"`
	Scene   struct {
		Instance struct {
			URL store.Handle[colladaScene] `level:"url,form=#*"`
		} `level:"instance_visual_scene"`
	} `level:"scene"`
}

type colladaLibrary struct{ _ byte }

type colladaGeometry struct {
	ID store.Str `level:"id,id"`
}

type colladaController struct {
	ID   store.Str `level:"id,id"`
	Skin struct {
		Source store.Handle[colladaGeometry] `level:"source,form=#*"`
		Shape  [4][4]float32                 `level:"bind_shape_matrix"`
	} `level:"skin"`
}

type colladaScene struct {
	ID store.Str `level:"id,id"`
}

type colladaNode struct {
	ID        store.Str                   `level:"id,id"`
	Type      uint8                       `level:"type,enum=NODE|JOINT"`
	Parent    store.Handle[colladaNode]   `level:",parent"`
	Matrix    [4][4]float32               `level:"matrix"`
	Instances store.Span[colladaInstance] `level:"instance_controller"`
}

type colladaInstance struct {
	URL      store.Handle[colladaController]       `level:"url,form=#*"`
	Skeleton store.Span[store.Handle[colladaNode]] `level:"skeleton,form=#*"`
}

func TestTheSkeletonsOfACOLLADA(t *testing.T) {
	var w colladaWorld
	loadWritten(t, &w, `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <library_geometries><geometry id="cube"/></library_geometries>
  <library_controllers>
    <controller id="skin"><skin source="#cube"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix></skin></controller>
  </library_controllers>
  <library_visual_scenes><visual_scene id="hall">
    <node id="rig" type="NODE">
      <node id="spine" type="JOINT"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><node id="arm" type="JOINT"/></node>
      <node id="body"><instance_controller url="#skin"><skeleton>#arm</skeleton><skeleton>#spine</skeleton></instance_controller></node>
    </node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#hall"/></scene>
</COLLADA>`)
	require.Equal(t, 1, w.Files.Len())
	for _, f := range w.Files.All() {
		scene, ok := w.Scenes.Get(f.Scene.Instance.URL)
		require.True(t, ok)
		require.Equal(t, "hall", w.Strings.Get(scene.ID))
	}
	require.Equal(t, 1, w.Instances.Len())
	for _, n := range w.Nodes.All() {
		for _, in := range w.Instances.Slice(n.Instances) {
			controller, ok := w.Controllers.Get(in.URL)
			require.True(t, ok)
			geometry, ok := w.Geometries.Get(controller.Skin.Source)
			require.True(t, ok)
			require.Equal(t, "cube", w.Strings.Get(geometry.ID))
			var roots []string
			for _, h := range w.Roots.Slice(in.Skeleton) {
				joint, ok := w.Nodes.Get(h)
				require.True(t, ok)
				roots = append(roots, w.Strings.Get(joint.ID))
			}
			require.Equal(t, []string{"arm", "spine"}, roots)
		}
	}
}
