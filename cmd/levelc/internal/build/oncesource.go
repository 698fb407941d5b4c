package build

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
)

// onceEach refuses sources of one level that lead to the same file: all that it has would be
// there twice.
func onceEach(sources []string) error {
	if len(sources) < 2 {
		return nil
	}
	ends := samefile.NewEnds()
	first := make(map[string]string, len(sources))
	for _, s := range sources {
		if s == "-" {
			continue
		}
		end, _ := ends.Of(s)
		key := ends.Here.Key(end)
		other, again := first[key]
		switch {
		case !again:
			first[key] = s
		case other == s:
			return fault.Usage(fmt.Errorf("%s is named twice; name each source of a level once", s))
		default:
			return fault.Usage(fmt.Errorf("%s and %s are the same file; name each source of a level once", other, s))
		}
	}
	return nil
}
