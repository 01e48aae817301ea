/** Runs a task one run at a time. Requests that come during a run lead to one more run after it. */
export class CoalescedTask {
  #running: Promise<void> | undefined
  #isRequested = false
  #isStopped = false
  #retry: NodeJS.Timeout | undefined

  /**
   * @param onError - called when a run fails
   * @param retryMs - how long after a failure to run again; by default only when requested
   */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly onError: (error: Error) => void,
    private readonly retryMs?: number,
  ) {}

  request(): void {
    if (this.#isStopped) return
    this.#isRequested = true
    this.#running ??= this.#run()
  }

  /** Waits for the current run; no other starts. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retry)
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isRequested && !this.#isStopped) {
      this.#isRequested = false
      clearTimeout(this.#retry)
      await this.task().catch((error) => {
        this.onError(error)
        if (this.retryMs === undefined || this.#isStopped) return
        this.#retry = setTimeout(() => this.request(), this.retryMs).unref()
      })
    }
    this.#running = undefined
  }
}
