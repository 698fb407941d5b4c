package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pugixml parses a file that is in memory into a DOM, without looking at it
// any further, and prints the nanoseconds of the best of ten times.
const pugixml = `#include <pugixml.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

int main(int, char **argv) {
	std::ifstream in(argv[1], std::ios::binary);
	std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
	long long best = 0;
	for (int i = 0; i < 10; i++) {
		auto from = std::chrono::steady_clock::now();
		pugi::xml_document doc;
		if (!doc.load_buffer(text.data(), text.size())) return 1;
		auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - from).count();
		if (best == 0 || ns < best) best = ns;
	}
	std::printf("%lld\n", best);
}
`

// benchPugixml reports what pugixml, a fast DOM parser in C++, needs for the
// same XML: less than what levelc does, for nothing is converted or checked.
func benchPugixml(b *testing.B, path string, size int64) {
	cxx, err := exec.LookPath("g++")
	if err != nil {
		b.Skip("there is no g++ to build pugixml's side with")
	}
	dir := b.TempDir()
	require.NoError(b, os.WriteFile(filepath.Join(dir, "parse.cpp"), []byte(pugixml), 0o644))
	build := exec.Command(cxx, "-O2", "-o", "parse", "parse.cpp", "-lpugixml")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		b.Skipf("pugixml is not installed (libpugixml-dev): %s", strings.SplitN(string(out), "\n", 2)[0])
	}
	var ns float64
	for b.Loop() {
		out, err := exec.Command(filepath.Join(dir, "parse"), path).Output()
		require.NoError(b, err)
		ns, err = strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		require.NoError(b, err)
	}
	b.ReportMetric(ns, "ns/op")
	b.ReportMetric(float64(size)/ns*1e3, "MB/s")
}
