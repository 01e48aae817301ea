// Loaded into a service beside its own code: collects garbage when the bench asks for it, so that the memory it reads
// is in use. Without it, V8 lets a heap grow for minutes before it collects.
process.on('SIGUSR2', () => globalThis.gc?.())
