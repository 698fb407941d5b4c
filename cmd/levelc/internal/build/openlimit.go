package build

import "sync"

// Where only few files may be open at the same time, a run has fewer of them open, and
// takes longer.
const (
	openAnyway  = 16 // the standard streams, what the runtime needs, the cache and its lock
	openInGroup = 25 // outputs of an output.Group that wait for their names, and a folder
	openPerJob  = 4  // its source, what that refers to, its output and the spool of that
	mostOpen    = 64 // sources
)

var openLimit = sync.OnceValue(fileLimit)

// mostSources is how many sources are kept open at the same time. If there are more, each
// is open only while it is read.
func mostSources(limit int) int {
	return max(0, min(mostOpen, (limit-openAnyway)/2))
}

// mostJobs is how many levels can be made at the same time. A single one needs no group.
func mostJobs(limit int) int {
	return max(1, (limit-openAnyway-openInGroup)/openPerJob)
}
