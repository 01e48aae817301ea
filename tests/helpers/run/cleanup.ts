// Cleanups at the end of a test file or of the run.

const cleanups: (() => Promise<void>)[] = []
let cleanupsOfFile: (() => Promise<void>)[] = []

/**
 * Registers a cleanup for the end of the run, for something that all test files of a process share. Cleanups run
 * in the reverse order of their registration.
 *
 * The workers of a parallel run (`mocha --parallel`) never call them: a worker runs many files one after the
 * other, does not know which one is the last, and is terminated by mocha.
 */
export function afterRun(cleanup: () => Promise<void>): void {
  cleanups.push(cleanup)
}

/**
 * Registers a cleanup for the end of the test file, or of the run where one process runs all files. They too run in
 * the reverse order of their registration.
 */
export function afterFile(cleanup: () => Promise<void>): void {
  cleanupsOfFile.push(cleanup)
}

/** Root hooks of mocha, which `.mocharc.json` requires. */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    for (const cleanup of cleanupsOfFile.reverse()) await cleanup()
    cleanupsOfFile = []
    if (process.env.MOCHA_WORKER_ID !== undefined) return
    for (const cleanup of cleanups.reverse()) await cleanup()
  },
}
