// Package corpus tests the compiler and the loader on real levels of other people's
// games and simulations: scenes of Urho3D, a traffic scenario of SUMO, a world of
// Gazebo, projects of LDtk. Each test declares the Go types that a game would want for
// such a file, compiles the file, loads it, and compares the result with what the
// standard library reads from the same file.
//
// The files are not part of this repository. [Folder] looks for them, also for the tests
// of other packages: in the folder that the environment variable LEVELC_CORPUS names, or
// else in ../shared beside the module. Without them the tests are skipped and say so.
// Those that run print how many files they have compiled and loaded.
package corpus
