package loader_test

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// contentOf is what the stores of a world hold, wherever in them it lies: rows
// in order, references as the number of the row among those of its kind,
// strings as text, spans as their elements. Worlds that got the same level in
// different ways have the same content.
func contentOf(t testing.TB, w *game.World) string {
	c := content{t: t, w: w, numbers: map[reflect.Type]map[uint32]int{}}
	number(&c, &w.Scenes)
	number(&c, &w.Groups)
	number(&c, &w.Bodies)
	number(&c, &w.Shapes)
	number(&c, &w.Joints)
	number(&c, &w.Cameras)
	number(&c, &w.Triggers)
	number(&c, &w.Lights)
	number(&c, &w.Pickups)
	write(&c, &w.Scenes)
	write(&c, &w.Groups)
	write(&c, &w.Bodies)
	write(&c, &w.Shapes)
	write(&c, &w.Joints)
	write(&c, &w.Cameras)
	write(&c, &w.Triggers)
	write(&c, &w.Lights)
	write(&c, &w.Pickups)
	return c.out.String()
}

type content struct {
	t       testing.TB
	w       *game.World
	kinds   []reflect.Type
	numbers map[reflect.Type]map[uint32]int // of each record, the slots' place in order
	out     bytes.Buffer
}

func number[T any](c *content, s *store.Bulk[T]) {
	require.NoError(c.t, s.Check())
	m := map[uint32]int{}
	for h := range s.All() {
		m[h.Index()] = len(m)
	}
	c.kinds = append(c.kinds, reflect.TypeFor[T]())
	c.numbers[reflect.TypeFor[T]()] = m
}

func write[T any](c *content, s *store.Bulk[T]) {
	fmt.Fprintf(&c.out, "%v: %d\n", s.Record(), s.Len())
	for _, p := range s.All() {
		c.value(reflect.ValueOf(p).Elem())
		c.out.WriteByte('\n')
	}
}

func (c *content) value(v reflect.Value) {
	switch x := v.Interface().(type) {
	case store.Str:
		fmt.Fprintf(&c.out, "%q ", c.w.Strings.Get(x))
		return
	case store.AnyHandle:
		switch {
		case x.IsNil():
			c.out.WriteString("nil ")
		case x.Pending():
			fmt.Fprintf(&c.out, "%d?%d ", x.Kind(), x.Index())
		default:
			fmt.Fprintf(&c.out, "%d/%d ", x.Kind(), c.number(c.kinds[x.Kind()-1], x.Index()))
		}
		return
	case interface {
		IsNil() bool
		Pending() bool
		Index() uint32
		Record() reflect.Type
	}:
		switch {
		case x.IsNil():
			c.out.WriteString("nil ")
		case x.Pending():
			fmt.Fprintf(&c.out, "?%d ", x.Index())
		default:
			fmt.Fprintf(&c.out, "#%d ", c.number(x.Record(), x.Index()))
		}
		return
	}
	if c.span(v.Interface()) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("level") != "-" { // those are the game's own
				c.value(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			c.value(v.Index(i))
		}
	case reflect.Float32, reflect.Float64:
		fmt.Fprintf(&c.out, "%x ", math.Float64bits(v.Float()))
	case reflect.Bool:
		fmt.Fprintf(&c.out, "%t ", v.Bool())
	default: // an enum is its number
		fmt.Fprintf(&c.out, "%d ", v.Convert(reflect.TypeFor[int64]()).Interface())
	}
}

// span writes the elements of a span and reports whether v is one.
func (c *content) span(v any) bool {
	l := &c.w.Lists
	switch x := v.(type) {
	case store.Span[game.Vertex]:
		c.elements(reflect.ValueOf(l.Corners.Slice(x)), x.Len())
	case store.Span[game.Waypoint]:
		c.elements(reflect.ValueOf(l.Stops.Slice(x)), x.Len())
	case store.Span[store.Handle[game.Body]]:
		c.elements(reflect.ValueOf(l.Bodies.Slice(x)), x.Len())
	case store.Span[store.Str]:
		c.elements(reflect.ValueOf(l.Words.Slice(x)), x.Len())
	case store.Span[float32]:
		c.elements(reflect.ValueOf(l.Numbers.Slice(x)), x.Len())
	default:
		return false
	}
	return true
}

func (c *content) elements(s reflect.Value, n int) {
	require.Equal(c.t, n, s.Len(), "a span names elements that are there")
	c.out.WriteByte('[')
	for i := range n {
		c.value(s.Index(i))
	}
	c.out.WriteByte(']')
}

func (c *content) number(record reflect.Type, slot uint32) int {
	n, ok := c.numbers[record][slot]
	require.True(c.t, ok, "%v %d is alive", record, slot)
	return n
}

// newGame is a world whose memory goes with the test.
func newGame(t testing.TB) *game.World {
	w := game.NewWorld()
	t.Cleanup(func() { closeGame(w) })
	return w
}
