// Loaded into a measured service: collects garbage on SIGUSR2, so that the bench measures memory that is in use.
// Otherwise V8 lets a heap grow for minutes before it collects.

process.on('SIGUSR2', () => globalThis.gc?.())
