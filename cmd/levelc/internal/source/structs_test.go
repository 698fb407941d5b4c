package source

// The generated levels as structs, the way a game would declare them for
// encoding/json: what the benchmarks compare with.
type (
	sceneStruct struct {
		Type, Name, Title, Weather, Opening string
		Seed                                uint64
		Revision                            int
		Par                                 float32
		Stars                               []int
		Tags                                []string
		Bounds                              struct{ Min, Max [2]float32 }
		Children                            []nodeStruct
	}
	nodeStruct struct {
		Type, Name, Follow, Form, A, B, Motion, On, Target, Script, Kind, Hangs string
		Zoom, Breaks, Rate, Ratio, Rot, Delay, Reach                            float32
		Pos, AnchorA, AnchorB, Limits, Damping, Parallax, Area                  []float32
		Color                                                                   []uint8Number
		Depth, Number, Points                                                   int
		Once, Shadows                                                           bool
		Flags, Wakes, Casts                                                     []string
		Path                                                                    []struct {
			At   [2]float32
			Time float32
			Ease string
		}
		Material struct {
			Density, Friction float32
			Sound             string
		}
		Shapes []struct {
			Form, Texture string
			Color         []uint8Number
			Offset, Size  []float32
			Radius        float32
			Vertices      []struct{ X, Y float32 }
		}
		Children []nodeStruct
		Body     []nodeStruct
	}
	uint8Number uint16
)
