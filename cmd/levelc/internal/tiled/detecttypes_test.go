package tiled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
)

func TestDetectTypes(t *testing.T) {
	const (
		class = `{"color":"#ffad7fa8","drawFill":true,"id":1,"members":[{"name":"friction","type":"float","value":1},{"name":"b","propertyType":"B","type":"class","value":{"c":{"d":[1]}}}],"name":"F","type":"class","useAs":["property","object"]}`
		enum  = `{"id":2,"name":"B","storageType":"string","type":"enum","values":["Static","Dynamic"],"valuesAsFlags":false}`
		door  = `<objecttype name="Door" color="#ad7fa8"><property name="shut" type="bool" default="true"/></objecttype>`
	)
	for text, want := range map[string]bool{
		`[` + class + `,` + enum + `]`:                      true,
		"[" + enum + "]\n":                                  true,
		`[{"id":1,"members":[],"name":"C","type":"class"}]`: true, // Tiled 1.8
		`<?xml version="1.0"?><objecttypes>` + door + `<objecttype name="a" color=""/></objecttypes>`: true,
		`<objecttypes><objecttype name="a" color="#ad7fa8"/></objecttypes>`:                           true,

		`[]`:                        false,
		`[` + class + `,{"id":1}]`:  false,
		`[` + class + `,1]`:         false,
		`[1,` + class + `]`:         false,
		`[` + enum + `,` + class:    false,
		class:                       false,
		`{"types":[` + class + `]}`: false,
		`[{"id":1,"name":"a","type":"class","color":"red"}]`:                                           false,
		`[{"id":1,"name":"a","type":"class","members":[{"name":"b","type":"soldier","value":1}]}]`:     false,
		`[{"id":1,"name":"a","type":"class","members":[{"name":"b","hp":1}]}]`:                         false,
		`[{"id":1,"name":"a","type":"class","members":["b","c"],"x":1}]`:                               false,
		`[{"id":1,"name":"a","type":"class","members":[{"name":"b","at":{"x":1}}]}]`:                   false,
		`[{"id":1,"name":"a","type":"enum","values":[1],"pos":[0,0]}]`:                                 false,
		`[{"id":1,"name":"a","type":"door","values":[1]}]`:                                             false,
		`[{"color":"#ffff0000","name":"Door","properties":[{"name":"l","type":"bool","value":true}]}]`: false,
		`<objecttypes/>`: false,
		`<objecttypes><objecttype name="a"/></objecttypes>`:                                               false,
		`<objecttypes><objecttype name="a" color="" hp="1"/></objecttypes>`:                               false,
		`<objecttypes n="1">` + door + `</objecttypes>`:                                                   false,
		`<objecttypes>` + door + `<door/></objecttypes>`:                                                  false,
		`<objecttypes>` + door + `text</objecttypes>`:                                                     false,
		`<objecttypes><objecttype name="a" color=""><part/></objecttype></objecttypes>`:                   false,
		`<objecttypes><objecttype name="a" color=""><property value="1"/></objecttype></objecttypes>`:     false,
		`<objecttypes><objecttype name="a" color=""><property><a/></property></objecttype></objecttypes>`: false,
		`<level>` + door + `</level>`:                                                                     false,
		`<objecttypes>` + door:                                                                            false,
		``:                                                                                                false,
	} {
		name := "a.json"
		if text == "" || text[0] == '<' {
			name = "a.xml"
		}
		f, err := source.Open(write(t, name, text))
		require.NoError(t, err)
		require.Equal(t, want, reader.DetectTypes(f), text)
		f.Close()
	}
}
