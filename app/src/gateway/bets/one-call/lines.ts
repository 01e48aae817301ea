// Lets the bets of one wallet wait for each other.

/** The most bets of a wallet at once, those that wait included. */
export const MOST_AT_ONCE = 16

/** Milliseconds that a bet waits for those before it. */
const PATIENCE_MS = 12_000

/** Milliseconds between two attempts, for bets that other replicas have sent: nobody here hears of those. */
const RETRY_MS = 1_000

interface Line {
  bets: number
  /** Ends when the last bet in the line has had its turn. */
  last: Promise<unknown>
  /** Bets that were settled so far. */
  settled: number
  wake: () => void
}

/** The bets of each wallet, in the order in which they came. */
export class BetLines {
  readonly #lines = new Map<string, Line>()

  constructor(
    private readonly patienceMs = PATIENCE_MS,
    private readonly retryMs = RETRY_MS,
  ) {}

  /**
   * Tries to begin a bet once all before it have begun, and again whenever one is settled, then ends it.
   *
   * @param begin - `null` if the bet has to wait
   * @returns `null` if the wallet has too many bets, or this one has waited too long
   */
  async run<Begun, Ended>(
    wallet: string,
    begin: () => Promise<Begun | null>,
    end: (begun: Begun) => Promise<Ended>,
  ): Promise<Ended | null> {
    const line = this.#lines.get(wallet) ?? { bets: 0, last: Promise.resolve(), settled: 0, wake() {} }
    if (line.bets >= MOST_AT_ONCE) return null
    this.#lines.set(wallet, line)
    line.bets += 1
    const giveUpAt = performance.now() + this.patienceMs
    try {
      const turn = line.last.then(() => takeTurn(line, begin, giveUpAt, this.retryMs))
      line.last = turn.catch(() => {})
      const begun = await turn
      return begun && (await end(begun))
    } finally {
      line.bets -= 1
      if (line.bets === 0) this.#lines.delete(wallet)
    }
  }

  /** Lets the first in the line try again. */
  settle(wallet: string): void {
    const line = this.#lines.get(wallet)
    if (!line) return
    line.settled += 1
    line.wake()
  }
}

async function takeTurn<Begun>(
  line: Line,
  begin: () => Promise<Begun | null>,
  giveUpAt: number,
  retryMs: number,
): Promise<Begun | null> {
  while (performance.now() < giveUpAt) {
    const { settled } = line
    const begun = await begin()
    if (begun) return begun
    if (line.settled > settled) continue
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, retryMs)
      line.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  return null
}
