package cache

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// Level says what a level was made of.
type Level struct {
	Out       string            `json:"out"`    // below the folder of the levels, with slashes
	Source    string            `json:"source"` // as it was named; messages and levels repeat that name
	SourceSum Sum               `json:"sourceSum"`
	Schema    Sum               `json:"schema"` // of the schema's file
	Flags     string            `json:"flags"`  // all flags that matter, in a fixed order
	Tool      string            `json:"tool"`   // identifies levelc
	Sum       Sum               `json:"sum"`    // of the level
	Size      int64             `json:"size"`
	Warnings  []diag.Diagnostic `json:"warnings,omitempty"`
	More      int               `json:"more,omitzero"`    // warnings that are not in Warnings
	Others    []string          `json:"others,omitempty"` // other files that it was made of
	Fits      []string          `json:"fits,omitempty"`   // patterns: other names in folders do not matter
	Places    []string          `json:"places,omitempty"` // paths of which it matters where they lead
	Here      bool              `json:"here,omitzero"`    // it matters where the working folder is
	OthersSum Sum               `json:"othersSum,omitzero"`
}

// Types is the schema of a world type.
type Types struct {
	Spec    string   `json:"spec"`              // as it was asked for
	Dir     string   `json:"dir"`               // from where, if it matters
	Env     string   `json:"env"`               // the environment of the go tool
	Tool    string   `json:"tool"`              // identifies levelc
	Files   []string `json:"files"`             // their contents, or their absence, matter
	Folders []string `json:"folders"`           // their Go files matter
	Inputs  Sum      `json:"inputs"`            // of all these
	Depends []string `json:"depends,omitempty"` // the files that a person would list
	Schema  []byte   `json:"schema"`            // a schema file
}

// Inferred is the schema of sources without types.
type Inferred struct {
	Sources Sum    `json:"sources"` // of their names and sums
	Flags   string `json:"flags"`
	Tool    string `json:"tool"`
	Schema  Sum    `json:"schema"` // of the schema's file
}

// Seen says how the files of a level were found: its source, if that is a single one,
// with the sum that its Level has for it, and the output.
type Seen struct {
	Out    string  `json:"out"`
	Source Witness `json:"source,omitzero"`
	Made   Witness `json:"made,omitzero"`
}

// fact is one line of the file. One of its members is set.
type fact struct {
	Level    *Level    `json:"level,omitempty"`
	Seen     *Seen     `json:"seen,omitempty"`
	Types    *Types    `json:"types,omitempty"`
	Inferred *Inferred `json:"inferred,omitempty"`
}

// typesKey is the key of a Types.
type typesKey struct{ spec, dir string }

var errFact = errors.New("no fact")

// encode makes one line, without its end.
func encode(f fact) ([]byte, error) { return json.Marshal(f.spelled(escape)) }

// decode reads one line, and refuses what cannot be a fact.
func decode(line []byte) (fact, error) {
	var f fact
	if err := json.Unmarshal(line, &f); err != nil {
		return f, err
	}
	f = f.spelled(unescape)
	n := 0
	for _, has := range []bool{f.Level != nil, f.Seen != nil, f.Types != nil, f.Inferred != nil} {
		if has {
			n++
		}
	}
	if n != 1 || f.Level != nil && !local(f.Level.Out) || f.Seen != nil && !local(f.Seen.Out) {
		return f, errFact
	}
	return f, nil
}

// local reports whether a path stays below its folder.
func local(out string) bool {
	return filepath.IsLocal(filepath.FromSlash(out)) && !strings.Contains(out, "\x00")
}
