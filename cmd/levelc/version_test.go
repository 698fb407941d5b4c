package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersionSaysWhatTheToolchainNoted(t *testing.T) {
	v := versionOf(&debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abcdef"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
	}})
	require.Contains(t, v.String(), "levelc v1.2.3\nformat 1.0\ncommit abcdef of 2026-01-02T03:04:05Z, with changes\ngo")
}

func TestVersionDoesWithoutNotes(t *testing.T) {
	require.Regexp(t, `^levelc devel\nformat 1\.0\ngo\S+ \w+/\w+\n$`, versionOf(nil).String())
	require.Equal(t, "devel", versionOf(&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}).Version)
}
