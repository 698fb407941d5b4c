package corpus_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// sumoWorld is the public transport of a SUMO scenario. Its three files become
// one level, so the buses' stops are references from one file into another.
type sumoWorld struct {
	BusStops  store.Bulk[sumoBusStop]  `level:"busStop"`
	Detectors store.Bulk[sumoDetector] `level:"e1Detector"`
	Vehicles  store.Bulk[sumoVehicle]  `level:"vehicle"`
	Calls     store.Array[sumoCall]
	Words     store.Array[store.Str]
	Strings   store.Strings
}

type sumoBusStop struct {
	ID    store.Str             `level:"id,id"`
	Lane  store.Str             `level:"lane,required"`
	Start float64               `level:"startPos"`
	End   float64               `level:"endPos"`
	Lines store.Span[store.Str] `level:"line"`
}

type sumoDetector struct {
	ID   store.Str `level:"id,id"`
	Lane store.Str `level:"lane,required"`
	Pos  float64   `level:"pos,required"`
	Freq uint32    `level:"freq"`
	File store.Str `level:"file"`
}

type sumoVehicle struct {
	ID         store.Str            `level:"id,id"`
	DepartLane store.Str            `level:"departLane"`
	Depart     float64              `level:"depart"`
	DepartPos  float64              `level:"departPos"`
	ArrivalPos float64              `level:"arrivalPos"`
	Color      store.Str            `level:"color"`
	Type       sumoType             `level:"type,enum=bus|tram|taxi"`
	Route      sumoRoute            `level:"route"`
	Calls      store.Span[sumoCall] `level:"stop"`
}

type sumoType uint8

type sumoRoute struct {
	Edges store.Span[store.Str] `level:"edges"`
}

type sumoCall struct {
	BusStop  store.Handle[sumoBusStop] `level:"busStop,ref,required"`
	Duration float64                   `level:"duration"`
}

func TestCorpusSUMO(t *testing.T) {
	names := []string{"busstops.add.xml", "e1detectors.add.xml", "buslines.rou.xml"}
	files := make([]string, len(names))
	for i, name := range names {
		files[i] = corpusFile(t, "lust/scenario/"+name)
	}
	var w sumoWorld
	level := load(t, &w, files...)
	words := func(span store.Span[store.Str]) (out []string) {
		for _, s := range w.Words.Slice(span) {
			out = append(out, w.Strings.Get(s))
		}
		return out
	}

	stops := readXML(t, files[0]).all("busStop")
	require.Equal(t, len(stops), w.BusStops.Len())
	i := 0
	for _, s := range w.BusStops.All() {
		e := stops[i]
		require.Equal(t, e.attr("id"), w.Strings.Get(s.ID))
		require.Equal(t, e.attr("lane"), w.Strings.Get(s.Lane))
		require.Equal(t, e.float("startPos"), s.Start)
		require.Equal(t, e.float("endPos"), s.End)
		require.Equal(t, strings.Fields(e.attr("line")), words(s.Lines))
		i++
	}

	detectors := readXML(t, files[1]).all("e1Detector")
	require.Equal(t, len(detectors), w.Detectors.Len())
	i = 0
	for _, d := range w.Detectors.All() {
		e := detectors[i]
		require.Equal(t, e.attr("id"), w.Strings.Get(d.ID))
		require.Equal(t, e.attr("lane"), w.Strings.Get(d.Lane))
		require.Equal(t, e.float("pos"), d.Pos)
		require.Equal(t, e.uint("freq"), uint64(d.Freq))
		require.Equal(t, e.attr("file"), w.Strings.Get(d.File))
		i++
	}

	vehicles := readXML(t, files[2]).all("vehicle")
	require.Equal(t, len(vehicles), w.Vehicles.Len())
	i = 0
	for _, v := range w.Vehicles.All() {
		e := vehicles[i]
		require.Equal(t, e.attr("id"), w.Strings.Get(v.ID))
		require.Equal(t, "bus", e.attr("type"))
		require.Zero(t, v.Type)
		require.Equal(t, e.float("depart"), v.Depart)
		require.Equal(t, e.float("arrivalPos"), v.ArrivalPos)
		require.Equal(t, e.attr("color"), w.Strings.Get(v.Color))
		require.Equal(t, strings.Fields(e.all("route")[0].attr("edges")), words(v.Route.Edges))
		calls := e.all("stop")
		require.Len(t, w.Calls.Slice(v.Calls), len(calls))
		for j, c := range w.Calls.Slice(v.Calls) {
			require.Equal(t, calls[j].attr("busStop"), w.Strings.Get(get(t, &w.BusStops, c.BusStop).ID))
			require.Equal(t, calls[j].float("duration"), c.Duration)
		}
		i++
	}
	require.Equal(t, len(stops)+len(detectors)+len(vehicles), level.Nodes())
	counted(t, "sumo", len(files))
}
