/**
 * Stops what runs when its user asks for it: once, though Ctrl-C comes twice, from the terminal and passed on by
 * npm.
 */
export function stopWhenAsked(stop: () => Promise<void>, message = 'Stopping.'): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    console.log(message)
    stop().catch(fail)
  }
  process.on('SIGINT', end).on('SIGTERM', end)
}

/** Tells the user what went wrong; the process ends as failed once nothing runs any more. */
export function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
