// Package heap sets the Go heap up for a compiler of levels: it keeps a headroom that suits
// small and huge levels, and asks Linux for huge pages before a large build.
//
// main calls KeepHeadroom once. Builds call UseHugePages and UseHugePagesForLevels before
// they read; both remember, for the process, how much they have asked for, and may be called
// by several goroutines. Where the system has no huge pages they do nothing.
package heap
