// Package openfiles tells how many files a process may have open at the same time.
package openfiles
