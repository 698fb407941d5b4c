package loader_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

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
