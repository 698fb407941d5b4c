package export_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
)

// The words are the same in each run, and name the place and the member.
func TestWhatIsWrongWithASchemaFileIsSaidInOurWords(t *testing.T) {
	const head = "{\n  \"levelc\": \"schema 1\",\n  \"tables\": "
	for text, want := range map[string]export.FileError{
		head + `7}`:                         {3, 13, "tables", "a number stands where a list is needed"},
		head + `[{"name": 7}]}`:             {3, 23, "tables[0].name", "a number stands where a string is needed"},
		head + `[{"stride": "8"}]}`:         {3, 25, "tables[0].stride", "a string stands where a whole number is needed"},
		head + `[{"stride": -8}]}`:          {3, 25, "tables[0].stride", "it is a whole number from 0 to 4294967295"},
		head + `[{"stride": 99999999999}]}`: {3, 25, "tables[0].stride", "it is a whole number from 0 to 4294967295"},
		head + `[{"stride": 1.5}]}`:         {3, 25, "tables[0].stride", "it is a whole number from 0 to 4294967295"},
		head + `[{"fields": [{}, {"required": null, "finite": 1}]}]}`: {3, 59, "tables[0].fields[1].finite", "a number stands where true or false is needed"},
		head + `[{"fields": [{"default": true}]}]}`:                   {3, 38, "tables[0].fields[0].default", "a boolean stands where a string is needed"},
		head + `[[]]}`:                    {3, 14, "tables[0]", "a list stands where an object is needed"},
		head + `[{"é": 1}]}`:              {3, 15, "tables[0].é", "there is no member of this name"},
		head + `[{"name": "é", "nmae"`:    {3, 28, "tables[0].nmae", "there is no member of this name"},
		head + `[{"name":"","name":""}]}`: {3, 25, "tables[0].name", "a duplicate member"},
		head + `[`:                        {3, 14, "tables", "the file ends early"},
		head + `[,]}`:                     {3, 14, "tables", "it is no JSON: invalid character ',' at start of value"},
		head + "[]}\n{}":                  {4, 1, "", "it is no JSON: invalid character '{' after top-level value"},
		"":                                {1, 1, "", "the file ends early"},
		"[]":                              {1, 1, "", "a list stands where an object is needed"},
	} {
		_, err := export.ReadFile(strings.NewReader(text))
		var at *export.FileError
		require.ErrorAs(t, err, &at, text)
		require.Equal(t, want, *at, text)
		require.ErrorIs(t, err, export.ErrFile)
		require.NotContains(t, err.Error(), "json:")
	}
}
