// Starts services together and stops them in reverse order.

export interface Service {
  stop(): Promise<void>
}

/** A service with a synchronous or asynchronous stop. */
interface Stoppable {
  stop(): Promise<void> | void
}

/** Adds a service to those that are stopped together, and returns it. */
export type Add = <Started extends Stoppable>(service: Started) => Started

/**
 * Starts services that belong together. They are stopped in the reverse order of their start, also when one of
 * them fails to start.
 *
 * @param start - passes each service that it has started to `add`
 * @returns the result of `start`, with a `stop` for all services
 */
export async function startTogether<Result extends object>(
  start: (add: Add) => Promise<Result>,
): Promise<Result & Service> {
  const started: Stoppable[] = []
  const stopAll = async () => {
    for (const service of started.reverse()) await service.stop()
  }
  let stopping: Promise<void> | undefined
  try {
    const result = await start((service) => {
      started.push(service)
      return service
    })
    const stop = () => {
      stopping ??= stopAll()
      return stopping
    }
    return { ...result, stop }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Stops a service at Ctrl-C or SIGTERM: once, though npm passes a Ctrl-C on a second time. */
export function stopOnSignal(service: Service): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    console.log('Stopping.')
    service.stop().catch(fail)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
}

/** Prints an error; the process exits with code 1 once nothing runs any more. */
export function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
