package inline

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// goTool runs the go command; it skips the test where there is none.
func goTool(t *testing.T, args ...string) (string, error) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no processes can be started here")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go command is not in the path")
	}
	cmd := exec.Command(tool, args...)
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -buildvcs=false")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// build is what the compiler says about testdata/escape.
func build(t *testing.T) []string {
	out, err := goTool(t, "build", "-gcflags=-m", "-o", os.DevNull, "./testdata/escape")
	require.NoError(t, err)
	return linesOf(t, out, "main.go")
}

// linesOf is the lines of out about one file.
func linesOf(t *testing.T, out, file string) (said []string) {
	for line := range strings.Lines(out) {
		if strings.Contains(line, file+":") {
			said = append(said, line)
		}
	}
	require.NotEmpty(t, said, "the compiler has said nothing about %s", file)
	return said
}

func TestNothingMovesToTheHeap(t *testing.T) {
	for _, line := range build(t) {
		require.NotContains(t, line, "moved to heap")
	}
}

func TestNothingInTheExamplesMovesToTheHeap(t *testing.T) {
	// Their file alone: neither the package nor its other tests are compiled for that, and
	// nothing is vetted, which would go through all that they import.
	out, err := goTool(t, "test", "-c", "-vet=off", "-gcflags=-m", "-o", os.DevNull, "example_test.go")
	require.NoError(t, err)
	for _, line := range linesOf(t, out, "example_test.go") {
		require.NotContains(t, line, "moved to heap")
	}
}

// The lines of testdata/escape that call a method which is to inline.
func TestPushInlines(t *testing.T) {
	said := strings.Join(build(t), "")
	source, err := os.ReadFile("testdata/escape/main.go")
	require.NoError(t, err)
	n := 0
	call := regexp.MustCompile(`\b[vp]\.(Push|TryPush|Pop|Top|Slice|Len|Reset)\(`)
	for i, line := range strings.Split(string(source), "\n") {
		for _, m := range call.FindAllStringSubmatch(line, -1) {
			want := fmt.Sprintf(`main\.go:%d:\d+: inlining call to inline\.\(\*Vec\[.*\]\)\.%s\b`, i+1, m[1])
			require.True(t, regexp.MustCompile(want).MatchString(said), "%s does not inline in line %d: %s", m[1], i+1, line)
			n++
		}
	}
	require.Greater(t, n, 6)
}

func TestVetReportsCopies(t *testing.T) {
	out, err := goTool(t, "vet", "./testdata/copies") // all checks, as what is found out about imports is kept for each choice by itself
	require.Error(t, err, "vet has found something")
	source, err := os.ReadFile("testdata/copies/copies.go")
	require.NoError(t, err)
	for i, line := range strings.Split(string(source), "\n") {
		at := fmt.Sprintf("copies.go:%d:", i+1)
		if strings.HasSuffix(line, "// want copy") {
			require.Contains(t, out, at, line)
		} else {
			require.NotContains(t, out, at, line)
		}
	}
}
