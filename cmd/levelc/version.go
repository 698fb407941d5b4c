package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/format"
)

// version is what levelc knows about its own origin.
type version struct {
	Version  string `json:"version"` // of the module; devel unless it was built from a released one
	Format   string `json:"format"`  // the one that is written
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"time,omitempty"` // of the commit
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersion(s streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "print which levelc this is",
		Long: "version prints the version of levelc, the version of the format that it writes,\n" +
			"and what the Go toolchain recorded when it built levelc: the commit, its time,\n" +
			"and whether files had been changed.\n\n" +
			"A levelc reads every level whose format version has the same number before the\n" +
			"point.",
		Example:           "  levelc version\n  levelc version --json",
		Args:              arguments(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			v := versionOf(info)
			if !asJSON {
				_, err := fmt.Fprint(s.out, v)
				return err
			}
			return json.NewEncoder(s.out).Encode(v)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// versionOf reads a binary's build information, which may be nil.
func versionOf(info *debug.BuildInfo) version {
	v := version{
		Version: versionIn(info), Format: formatVersion(),
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if info == nil {
		return v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// formatVersion reads the version in the header of an empty level, so that it is
// certainly the one that is written.
func formatVersion() string {
	var head header
	w, err := format.NewWriter(new(format.Schema), format.WriterOptions{})
	if err != nil {
		return "unknown"
	}
	defer w.Close() // nothing of it is in a spool
	if _, err := w.Finish(&head); err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%d.%d", binary.LittleEndian.Uint16(head[8:]), binary.LittleEndian.Uint16(head[10:]))
}

// header keeps the beginning of a file that is written.
type header [12]byte

// WriteAt implements io.WriterAt.
func (h *header) WriteAt(p []byte, off int64) (int, error) {
	if off < int64(len(h)) {
		copy(h[off:], p)
	}
	return len(p), nil
}

// moduleVersion returns only the version of the module. Every call of levelc needs it,
// so it does not ask for that of the format.
func moduleVersion() string {
	info, _ := debug.ReadBuildInfo()
	return versionIn(info)
}

func versionIn(info *debug.BuildInfo) string {
	if info == nil || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

func (v version) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "levelc %s\nformat %s\n", v.Version, v.Format)
	if v.Commit != "" {
		fmt.Fprintf(&b, "commit %s", v.Commit)
		if v.Time != "" {
			fmt.Fprintf(&b, " of %s", v.Time)
		}
		if v.Modified {
			b.WriteString(", with changes")
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s %s\n", v.Go, v.Platform)
	return b.String()
}
