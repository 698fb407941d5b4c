package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

func TestPropsGiveBackWhatTheBuilderTook(t *testing.T) {
	var b PropBuilder
	for range 2 { // the second time in the same memory
		b.Reset()
		b.Key("zero")
		b.Int(0)
		b.Key("low")
		b.Int(math.MinInt64)
		b.Key("high")
		b.Uint(math.MaxUint64)
		b.Key("yes")
		b.Bool(true)
		b.Key("none")
		b.Nil()
		b.Key("pi")
		b.Float(3.25)
		b.Key("text")
		b.TextBytes([]byte("a\"b"))
		b.Key("raw")
		b.Bytes([]byte{1, 2})
		b.Key("list")
		b.BeginList()
		for i := range 20 {
			b.Int(int64(i))
		}
		b.End()
		b.Key("map")
		b.BeginMap()
		for i := range 20 {
			b.Key(strings.Repeat("k", i+1))
			b.BeginMap()
			b.End()
		}
		require.Equal(t, 20, b.Len())
		b.End()
		p, err := b.Finish()
		require.NoError(t, err)
		var k keyCheck
		require.Empty(t, k.check(p))

		require.Equal(t, 10, p.Len())
		v, ok := p.Get("low").Int()
		require.True(t, ok)
		require.Equal(t, int64(math.MinInt64), v)
		u, ok := p.Get("high").Uint()
		require.True(t, ok)
		require.Equal(t, uint64(math.MaxUint64), u)
		_, ok = p.Get("high").Int()
		require.False(t, ok)
		yes, ok := p.Get("yes").Bool()
		require.True(t, ok && yes)
		f, ok := p.Get("pi").Float()
		require.True(t, ok)
		require.Equal(t, 3.25, f)
		f, ok = p.Get("zero").Float()
		require.True(t, ok)
		require.Zero(t, f)
		_, ok = p.Get("high").Float()
		require.False(t, ok, "a float64 does not hold 2^64-1")
		s, ok := p.Get("text").Text()
		require.True(t, ok)
		require.Equal(t, `a"b`, string(s))
		raw, ok := p.Get("raw").Bytes()
		require.True(t, ok)
		require.Equal(t, []byte{1, 2}, raw)
		require.Equal(t, 20, p.Get("list").Len())
		m, ok := p.Get("map").Map()
		require.True(t, ok)
		require.Equal(t, 20, m.Len())
		kinds := map[ValueKind]string{Nil: "none", Bool: "yes", Int: "low", Uint: "high", Float: "pi", String: "text", Bytes: "raw", List: "list", Map: "map", NoValue: "absent"}
		for kind, key := range kinds {
			require.Equal(t, kind, p.Get(key).Kind(), key)
		}
		var back map[string]any
		require.NoError(t, json.Unmarshal(p.AppendJSON(nil), &back))
		require.Equal(t, `a"b`, back["text"])
		require.Len(t, back["map"], 20)
		anyMap := Value(p).Any().(map[string]any)
		require.Equal(t, uint64(math.MaxUint64), anyMap["high"])
		require.Equal(t, nil, anyMap["none"])
		require.Len(t, anyMap["list"], 20)
	}
}

// What fmt prints is for people, and not the bytes.
func TestPropsPrintThemselves(t *testing.T) {
	var b PropBuilder
	b.Reset()
	b.Key("hp")
	b.Int(5)
	b.Key("list")
	b.BeginList()
	b.Bool(true)
	b.Text("a\"b")
	b.Nil()
	b.Float(0.5)
	b.End()
	b.Key("name")
	b.Text("a\"b")
	p, err := b.Finish()
	require.NoError(t, err)
	require.Equal(t, `{"hp":5,"list":[true,"a\"b",null,0.5],"name":"a\"b"}`, fmt.Sprint(p))
	require.Equal(t, `5 [true,"a\"b",null,0.5] a"b {}`, fmt.Sprintf("%v %v %s%v %v", p.Get("hp"), p.Get("list"), p.Get("name"), p.Get("nothing"), Props(nil)))
	kinds := ""
	for k := NoValue; k <= Map+1; k++ {
		kinds += k.String() + " "
	}
	require.Equal(t, "no value nil bool int uint float string bytes list map invalid ", kinds)
}

func TestPropsOfOneMeaningHaveOneEncoding(t *testing.T) {
	build := func(keys ...string) Props {
		var b PropBuilder
		b.Reset()
		for _, k := range keys {
			b.Key(k)
			b.Text(k)
		}
		p, err := b.Finish()
		require.NoError(t, err)
		return p
	}
	require.Equal(t, build("a", "b", "c"), build("c", "a", "b"))
}

func TestBuilderSaysWhatWasWrong(t *testing.T) {
	deep := Value(bytes.Repeat([]byte{0x91}, 62)) // lists of one
	deep = append(deep, 0x90)
	cases := map[string]func(b *PropBuilder){
		"a value without a key": func(b *PropBuilder) { b.Int(1) },
		"a key where":           func(b *PropBuilder) { b.Key("a"); b.Key("b"); b.Int(1) },
		"a key without a value": func(b *PropBuilder) { b.Key("a") },
		"a key comes twice":     func(b *PropBuilder) { b.Key("a"); b.Int(1); b.Key("a"); b.Int(2) },
		"End without":           func(b *PropBuilder) { b.End() },
		"Finish within":         func(b *PropBuilder) { b.Key("a"); b.BeginMap() },
		"deeper":                func(b *PropBuilder) { b.Key("a"); nestLists(b, 64) },
		"nested deeper":         func(b *PropBuilder) { b.Key("a"); b.BeginList(); b.Value(deep); b.End() },
		"ends early":            func(b *PropBuilder) { b.Key("a"); b.Value(Value{0x92, 1}) },
		"bytes after":           func(b *PropBuilder) { b.Key("a"); b.Value(Value{1, 1}) },
		"a key is not a string": func(b *PropBuilder) { b.Key("a"); b.Value(Value{0x81, 1, 1}) },
		"longer":                func(b *PropBuilder) { b.Key("a"); b.Bytes(make([]byte, MaxProps)) },
	}
	for says, do := range cases {
		var b PropBuilder
		b.Reset()
		do(&b)
		_, err := b.Finish()
		require.ErrorIs(t, err, ErrProps)
		require.ErrorContains(t, err, says)
	}
	var b PropBuilder
	b.Key("no Reset")
	_, err := b.Finish()
	require.Error(t, err)
	b.Reset()
	b.Key("a")
	nestLists(&b, 63)
	_, err = b.Finish()
	require.NoError(t, err)
	b.Reset()
	b.Key("a")
	b.Value(deep)
	p, err := b.Finish()
	require.NoError(t, err)
	require.Empty(t, new(keyCheck).check(p))
}

func nestLists(b *PropBuilder, n int) {
	for range n {
		b.BeginList()
	}
	for range n {
		b.End()
	}
}

func TestViewsOfAnyBytesDoNotFail(t *testing.T) {
	p := Props(fullLevel(t, 3, WriterOptions{})) // not msgpack at all
	for cut := range 40 {
		for _, b := range []Props{p[cut : cut+40], Props(nested(cut)), Props(nested(70)[:cut]), nil} {
			b.Len()
			b.Get("k")
			require.True(t, json.Valid(b.AppendJSON(nil)))
			Value(b).Any()
			for range Value(b).All() {
			}
		}
	}
	require.True(t, json.Valid(Value(msgp.AppendString(nil, "\x01\xff\u2028\x7f")).AppendJSON(nil)))
	require.Equal(t, `"\"\\ \n\t\u0001\u000d\u001f\u007fé"`, string(Value(msgp.AppendString(nil, "\"\\ \n\t\x01\r\x1f\x7fé")).AppendJSON(nil)))
	require.Equal(t, "null", string(Value(msgp.AppendFloat64(nil, math.NaN())).AppendJSON(nil)))
	require.Equal(t, "0.1", string(Value(msgp.AppendFloat32(nil, 0.1)).AppendJSON(nil)))
}

func TestReadingPropsAllocatesNothing(t *testing.T) {
	var b PropBuilder
	b.Reset()
	b.Key("speed")
	b.Float(1.5)
	b.Key("tags")
	b.BeginList()
	b.Text("x")
	b.End()
	p, err := b.Finish()
	require.NoError(t, err)
	sum := 0.0
	require.Zero(t, testing.AllocsPerRun(100, func() {
		f, _ := p.Get("speed").Float()
		sum += f
		for _, v := range p.Get("tags").All() {
			s, _ := v.Text()
			sum += float64(len(s))
		}
	}))
	require.NotZero(t, sum)
}

// A node without properties has none, which is an object too.
func TestNoPropsAreAnEmptyObject(t *testing.T) {
	require.Equal(t, "{}", string(Props(nil).AppendJSON(nil)))
	require.Equal(t, "{}", string(Props{0x80}.AppendJSON(nil)))
	require.Equal(t, "null", string(Value(nil).AppendJSON(nil)))
}
