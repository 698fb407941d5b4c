package loader

import "context"

// ChunkLoading is File.Load carried out in steps, as [Loading] is Binding.Load:
//
//	ld := f.Start("cave")
//	for !ld.Done() {
//		ld.Step(time.Millisecond)
//		drawFrame()
//	}
//	err := ld.Finish()
//
// Until Finish nothing of the chunks can be seen in the stores, and references to
// their nodes are pending. Between the steps the game may insert and remove, and
// load and unload other chunks of the File. It must not close one of the stores, which do
// not know that a load has rows in their memory; it may close the Binding, which ends the
// load with an error. A ChunkLoading belongs to the goroutine of its File, on which it
// reads; several may be under way at once. Finish or Cancel has to be called, or the rows
// stay reserved. In a hook of OnNode, Step, Finish and Cancel block forever.
type ChunkLoading struct{ steps }

// Start prepares a load of the chunks of a label and returns at once. If they are
// already loaded, or are loaded by someone else before Finish, there is nothing to do.
// Finish returns the errors that Load does.
func (f *File) Start(label string) *ChunkLoading {
	return &ChunkLoading{steps{file: f.name, begin: func() (stepped, error) {
		ld, err := f.begin(label)
		if ld == nil {
			return nil, err
		}
		return ld, nil
	}}}
}

// Finish makes the chunks alive, all at once, or returns the error of the load. Called
// early, it loads the rest without a pause. It has no budget: it takes a pass over the
// generations of the new records, sets the references that led into the chunks, and
// calls the hook of OnNode, if there is one.
//
// When Finish returns nil, the chunks are loaded. If the first Step found nothing to do
// and they have been unloaded since, Finish loads them after all. A second Finish only
// repeats what the first one returned, whatever has become of the chunks meanwhile;
// [File.Loaded] tells that.
func (l *ChunkLoading) Finish() error {
	if l.ld == nil && l.err == nil && !l.over {
		l.done = false // what was there then may be gone, and so may the File
	}
	if ld := l.finish(); ld != nil {
		l.err = ld.(*chunkLoad).commit(context.Background())
	}
	return inFile(l.file, l.err)
}
