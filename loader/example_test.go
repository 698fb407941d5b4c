package loader_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing/fstest"
	"time"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// stop ends an example whose level cannot be made.
type stop struct{}

func (stop) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (stop) FailNow()                          {}

func Example() {
	file := bytes.NewReader(bridge(stop{})) // usually an *os.File

	var w game.World
	b, err := loader.Bind(&w)
	if err != nil {
		fmt.Println(err)
		return
	}
	lvl, err := b.Load(context.Background(), file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lvl.Nodes(), "nodes,", w.Bodies.Len(), "bodies")

	rope, _ := loader.Find(lvl, &w.Joints, "rope")
	joint, _ := w.Joints.Get(rope)
	a, _ := w.Bodies.Get(joint.A)
	z, _ := w.Bodies.Get(joint.B)
	fmt.Println("the rope holds", w.Strings.Get(a.Name), "and", w.Strings.Get(z.Name))

	if err := lvl.Unload(); err != nil {
		fmt.Println(err)
		return
	}
	_, alive := w.Joints.Get(rope)
	fmt.Println(w.Bodies.Len(), "bodies, rope alive:", alive)
	// Output:
	// 17 nodes, 5 bodies
	// the rope holds plank0 and plank4
	// 0 bodies, rope alive: false
}

func ExampleWalk() {
	file := bytes.NewReader(bridge(stop{}))
	for n, err := range loader.Walk(file) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if n.Kind() == "shape" || n.Kind() == "body" {
			continue
		}
		name, _ := n.Field("name")
		fmt.Println(strings.Repeat("  ", n.Depth())+n.Kind(), string(name.Text(0)))
	}
	// Output:
	// scene bridge
	//   group front
	//   joint rope
	//   camera eye
	//   trigger gate
	//   light sun
	//   pickup
}

func ExampleBinding_Start() {
	var w game.World
	b, err := loader.Bind(&w)
	if err != nil {
		fmt.Println(err)
		return
	}
	ld := b.Start(bytes.NewReader(planks(stop{}, 1000)))
	for !ld.Done() {
		ld.Step(2 * time.Millisecond)
		// draw a frame, with ld.Progress().Fraction() of the bar filled
	}
	if _, err := ld.Finish(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Bodies.Len(), "bodies,", ld.Progress().Rows, "rows")
	// Output:
	// 1000 bodies, 4002 rows
}

func ExampleAs() {
	for n, err := range loader.Walk(bytes.NewReader(bridge(stop{}))) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if n.Kind() != "pickup" {
			continue
		}
		p, err := loader.As[game.Pickup](n.Row)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p.Number, p.Pos)
	}
	// Output:
	// 7 {3 4}
}

func ExampleBinding_LoadBytes() {
	file := bridge(stop{}) // as go:embed gives it

	var w game.World
	b, _ := loader.Bind(&w)
	if _, err := b.LoadBytes(context.Background(), file); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Bodies.Len(), "bodies")
	// Output: 5 bodies
}

// A game that streams regions decides by their labels, or by what the level's
// author put into the metadata, which of them it wants.
func ExampleFile() {
	file := archipelago(stop{}, 3, 4) // usually an *os.File

	var w game.World
	f, err := loader.Open(context.Background(), bytes.NewReader(file), int64(len(file)), &w)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	for _, c := range f.Chunks() {
		fmt.Printf("%q has %d nodes\n", c.Label, c.Nodes)
	}
	show := func() {
		for _, rope := range w.Joints.All() {
			_, ok := w.Bodies.Get(rope.B)
			fmt.Println(w.Bodies.Len(), "bodies; the rope's other end resolves:", ok, "pending:", rope.B.Pending())
			break
		}
	}
	f.Load(context.Background(), "island0")
	show()
	f.Load(context.Background(), "island1") // where the rope leads
	show()
	f.Unload("island1")
	show()
	// Output:
	// "" has 1 nodes
	// "island0" has 11 nodes
	// "island1" has 11 nodes
	// "island2" has 11 nodes
	// "sky" has 1 nodes
	// 4 bodies; the rope's other end resolves: false pending: true
	// 8 bodies; the rope's other end resolves: true pending: false
	// 4 bodies; the rope's other end resolves: false pending: true
}

// A region comes in between frames.
func ExampleFile_Start() {
	file := archipelago(stop{}, 3, 400)
	var w game.World
	f, err := loader.Open(context.Background(), bytes.NewReader(file), int64(len(file)), &w)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	ld := f.Start("island1")
	for !ld.Done() {
		ld.Step(time.Millisecond)
		// draw a frame
	}
	if err := ld.Finish(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Bodies.Len(), "bodies,", ld.Progress().TotalRows, "rows")
	// Output:
	// 400 bodies, 1606 rows
}

func ExampleBinding_LoadMapped() {
	f, err := os.CreateTemp("", "meadow*.lvl") // usually os.Open, of a level built with --align=16K
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(f.Name())
	defer f.Close()
	f.Write(meadow(stop{}, 5000, format.WriterOptions{}))

	var w game.World
	b, _ := loader.Bind(&w, loader.Check(format.CheckNone))
	lvl, err := b.LoadMapped(context.Background(), f)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = lvl.Mapped() // how many bytes were not read; 0 where the system cannot map
	fmt.Println(w.Lights.Len(), "lights")
	// Output: 5000 lights
}

func ExampleBinding_LoadFS() {
	levels := fstest.MapFS{"bridge.lvl": {Data: bridge(stop{})}} // usually os.DirFS, or an embed.FS
	var w game.World
	b, _ := loader.Bind(&w)
	lvl, err := b.LoadFS(context.Background(), levels, "bridge.lvl")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lvl.Nodes(), "nodes")
	// Output: 17 nodes
}
