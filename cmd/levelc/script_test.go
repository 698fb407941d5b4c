package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
)

// commands are what the tests may run as processes.
var commands = map[string]func(){"levelc": main}

func TestMain(m *testing.M) {
	if os.Getenv("LEVELC_CACHE") == "" {
		os.Setenv("LEVELC_CACHE", "off") // what a test remembers is not for the user's next builds
	}
	testscript.Main(m, commands)
}

// TestScripts runs testdata/script, one file for each behaviour of the tool.
//
// Besides testscript's own commands there are
//
//	exits N command...   runs a command that must end with exit code N; levelc, in this process
//	gamemodule           makes the working folder a module named game that sees this one
//	await file           waits until there is such a file
//	empty                fails if a hidden or temporary file is left in the working folder
//
// $MODULE is the root of this module, and the condition [root] holds for who may
// do anything.
func TestScripts(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the system cannot start processes")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	goEnv, own := goVariables(t), t.TempDir() // many scripts ask for the types of the same package
	goEnv = append(goEnv, leveltest.Offline()...)
	scripts := filepath.Join(root, "cmd", "levelc", "testdata", "script") // whatever the folder of this process is
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(append(e.Vars, "MODULE="+root, "LEVELC_CACHE="+own), goEnv...)
			name := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-") + ".txtar"
			text, err := os.ReadFile(filepath.Join(scripts, name))
			e.Values[variables{}] = variablesOf(e.Vars, text)
			return err
		},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":      exits,
			"gamemodule": gameModule,
			"empty":      noLeftovers,
			"await":      await,
		},
	})
}

// goVariables are the caches of the go tool, which scripts share.
func goVariables(t *testing.T) []string {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Skip("the go tool is not there, and -types needs it: ", err)
	}
	var vars []string
	for i, v := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		vars = append(vars, names[i]+"="+strings.TrimSpace(v))
	}
	return vars
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "levelc" && len(args) > 2 && !slices.Contains(args, "-") { // a script's standard input is only for processes
		got = inside(ts, args[2:])
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		var e *exec.ExitError
		if !errors.As(err, &e) {
			ts.Check(err)
		}
		got = e.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}

// variables is the key of the names of those that a script has.
type variables struct{}

// variablesOf returns the names of those that a script begins with and of those that it sets.
func variablesOf(begin []string, script []byte) (names []string) {
	for _, line := range envLine.FindAllSubmatch(script, -1) {
		begin = append(begin, strings.Fields(string(line[1]))...)
	}
	for _, kv := range begin {
		if name, _, _ := strings.Cut(kv, "="); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func TestScriptsHaveTheVariablesThatTheySet(t *testing.T) {
	script := "env A=1 B=$A\nexec env C=1\n[unix] [!root] env D=\n# env E=1\n-- f --\n"
	require.Equal(t, []string{"HOME", "A", "B", "D"}, variablesOf([]string{"HOME=/no-home", "A=0"}, []byte(script)))
}

var envLine = regexp.MustCompile(`(?m)^(?:\[[^\]]*\] *)*env +(.+)$`)

var atWork sync.Mutex // a process has one folder and one environment

// inside runs levelc in this process, which takes a tenth of what it takes to start one. What
// reads standard input, what is about processes and their streams (which are no files here)
// and, of each verb, what a script does first with it are processes of their own: exec levelc.
func inside(ts *testscript.TestScript, args []string) int {
	atWork.Lock()
	defer atWork.Unlock()
	here := ts.MkAbs(".")
	back, err := os.Getwd()
	ts.Check(err)
	vars := []string{"PWD=" + here}
	for _, name := range ts.Value(variables{}).([]string) {
		if value := ts.Getenv(name); value != "" {
			vars = append(vars, name+"="+value)
		}
	}
	before := os.Environ()
	setEnviron(vars)
	defer setEnviron(before)
	ts.Check(os.Chdir(here))
	defer os.Chdir(back)
	return run(args, streams{in: strings.NewReader(""), out: ts.Stdout(), err: ts.Stderr()})
}

// setEnviron makes these the variables of this process. Those that have the value already are
// never away, as PATH, which other scripts read when they begin.
func setEnviron(vars []string) {
	wanted := map[string]bool{}
	for _, kv := range vars {
		if name, value, _ := strings.Cut(kv, "="); name != "" {
			wanted[name] = true
			if is, ok := os.LookupEnv(name); !ok || is != value {
				os.Setenv(name, value)
			}
		}
	}
	for _, kv := range os.Environ() {
		if name, _, _ := strings.Cut(kv, "="); name != "" && !wanted[name] {
			os.Unsetenv(name)
		}
	}
}

func gameModule(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: gamemodule")
	}
	ts.Check(leveltest.WriteModule(ts.MkAbs("."), ts.Getenv("MODULE")))
}

func noLeftovers(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: empty [folder]")
	}
	dir := "."
	if len(args) == 1 {
		dir = args[0]
	}
	found, err := os.ReadDir(ts.MkAbs(dir))
	ts.Check(err)
	for _, f := range found {
		if n := f.Name(); n != ".tmp" && n != build.CacheName && (strings.HasPrefix(n, ".") || strings.HasSuffix(n, ".tmp")) {
			ts.Fatalf("%s is left over", n)
		}
	}
}

func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await file")
	}
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
	}
	ts.Fatalf("%s does not come", args[0])
}
