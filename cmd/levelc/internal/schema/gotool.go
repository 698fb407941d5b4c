package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// goTool is what the go tool says about itself.
type goTool struct {
	GOROOT, GOMODCACHE, GOENV, GOWORK, GOFLAGS, GOPACKAGESDRIVER string

	dir string // where it was called
}

// noGoTool returns the error of a process that cannot start the go tool, an *exec.Error.
// Package packages tells its text only.
func noGoTool() error {
	_, err := exec.LookPath("go")
	return err
}

// goEnv asks the go tool that a Load of spec would call.
func goEnv(ctx context.Context, spec string, o Options) (*goTool, error) {
	path, _ := split(spec)
	cfg, _ := o.config(ctx, path)
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOROOT", "GOMODCACHE", "GOENV", "GOWORK", "GOFLAGS")
	cmd.Dir, cmd.Env = dir, o.Env
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &Error{Spec: spec, Msg: "the go tool does not answer", Err: err}
	}
	t := &goTool{dir: dir}
	if err := json.Unmarshal(out, t); err != nil {
		return nil, &Error{Spec: spec, Msg: "the go tool does not answer", Err: err}
	}
	t.GOPACKAGESDRIVER = lookup(o.env(), "GOPACKAGESDRIVER")
	return t, nil
}

// refusal returns what the go tool says against packages, with the flags -deps or -export
// also against those that they import, or about what hinders it from compiling them. If it
// is asked for packages that may be broken, as Load does, it does not say why there is
// none, such as a go.mod that lacks a requirement.
func refusal(ctx context.Context, cfg *packages.Config, flag string, patterns ...string) []string {
	args := []string{"list"}
	if flag != "" {
		args = append(args, flag)
	}
	cmd := exec.CommandContext(ctx, "go", append(append(args, "--"), patterns...)...)
	cmd.Dir, cmd.Env = cfg.Dir, cfg.Env
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil && said.Len() == 0 {
		return []string{err.Error()}
	}
	return lines(said.String())
}

func (t *goTool) knowable() error {
	if t.GOROOT == "" || t.GOMODCACHE == "" || strings.Contains(t.GOFLAGS, "-overlay") || strings.Contains(t.GOFLAGS, "-modfile") {
		return ErrUnknowable
	}
	if t.GOPACKAGESDRIVER == "off" {
		return nil
	}
	if _, err := exec.LookPath("gopackagesdriver"); err == nil || t.GOPACKAGESDRIVER != "" {
		return ErrUnknowable
	}
	return nil
}

func (o Options) env() []string {
	if o.Env == nil {
		return os.Environ()
	}
	return o.Env
}

// lookup returns a variable. The last of several settings counts.
func lookup(env []string, name string) (value string) {
	for _, kv := range env {
		if k, v, _ := strings.Cut(kv, "="); k == name {
			value = v
		}
	}
	return value
}

// running are variables about how Go programs run, which do not matter to the go tool.
var running = []string{"GOMAXPROCS", "GOGC", "GOMEMLIMIT", "GOTRACEBACK", "GOCOVERDIR"}

// Env identifies the go tool, and the part of the environment that its answers depend
// on.
func Env(o Options) string {
	var vars []string
	for _, kv := range o.env() {
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "AppData", "APPDATA":
		default:
			if !strings.HasPrefix(name, "GO") && !strings.HasPrefix(name, "CGO_") || slices.Contains(running, name) {
				continue
			}
		}
		vars = append(vars, kv)
	}
	slices.Sort(vars)
	tool, err := exec.LookPath("go")
	if err == nil {
		if real, err := filepath.EvalSymlinks(tool); err == nil {
			tool = real
		}
	}
	vars = append(vars, "go="+tool)
	if driver, err := exec.LookPath("gopackagesdriver"); err == nil { // it answers in place of the go tool
		vars = append(vars, "gopackagesdriver="+driver)
	}
	return strings.Join(vars, "\n")
}
