//go:build !windows

package loader_test

// placesForFiles says whether pages of files can take the place of reserved memory.
func placesForFiles() bool { return true }
