// Reads transaction statuses that a majority of the nodes agrees on.

import type {
  Connection,
  RpcResponseAndContext,
  SignatureStatus,
  SignatureStatusConfig,
} from '@solana/web3.js'

type Statuses = RpcResponseAndContext<(SignatureStatus | null)[]>

/** Milliseconds after its last answer until a node counts as down, and the others decide without it. */
const DOWN_MS = 10_000

/**
 * Statuses of transactions that the nodes agree on. One node can be on a fork, or have a gap: a transaction counts as
 * confirmed, or as not included, if more than half of the healthy nodes report so.
 */
class AgreedStatuses {
  /** When each node last answered, in unix milliseconds. */
  readonly #answeredAt: number[]

  constructor(private readonly nodes: readonly Connection[]) {
    this.#answeredAt = nodes.map(() => Date.now())
  }

  /**
   * Asks all nodes, and answers as soon as enough of them agree. A transaction that only some have is `processed`: it
   * may still be dropped.
   *
   * @throws Error if too few nodes answer to know that a transaction is not included
   */
  read(signatures: string[], config?: SignatureStatusConfig): Promise<Statuses> {
    return new Promise((resolve, reject) => {
      const answers: Statuses[] = []
      const open = new Set(this.nodes.keys())
      const end = (index: number, reason?: unknown) => {
        open.delete(index)
        const isUp = this.#up()
        // A node that is down is asked, but not waited for.
        const isLast = ![...open].some((other) => isUp[other])
        const agreed = agree(signatures.length, answers, isUp.filter(Boolean).length, isLast)
        if (agreed) resolve(agreed)
        else if (open.size === 0)
          reject(new Error('No RPC node answers: too few statuses', { cause: reason }))
      }
      this.nodes.forEach((node, index) => {
        node.getSignatureStatuses(signatures, config).then(
          (answer) => {
            this.#answeredAt[index] = Date.now()
            if (answer.value.length === signatures.length) answers.push(answer)
            end(index)
          },
          (error: unknown) => end(index, error),
        )
      })
    })
  }

  #up(): boolean[] {
    const since = Date.now() - DOWN_MS
    return this.#answeredAt.map((at) => at >= since)
  }
}

/** The statuses that more than half of the `up` nodes give; `undefined` if more answers are needed. */
function agree(
  count: number,
  answers: readonly Statuses[],
  up: number,
  isLast: boolean,
): Statuses | undefined {
  const isEnough = (some: number) => some > 0 && 2 * some > up
  const value: (SignatureStatus | null)[] = []
  for (let index = 0; index < count; index++) {
    const reported = answers.map((answer) => answer.value[index] ?? null)
    const included = reported.filter((status) => status !== null)
    const agreed = included.find((one) => isEnough(included.filter((other) => isSame(one, other)).length))
    const [some] = included
    if (agreed) value.push(agreed)
    else if (isEnough(reported.length - included.length)) value.push(null)
    else if (some && isLast) value.push({ ...some, confirmationStatus: 'processed' })
    else return undefined
  }
  const slot = Math.min(...answers.map(({ context }) => context.slot))
  return { context: { slot }, value }
}

/** Whether two nodes report the same confirmed block and result. */
function isSame(one: SignatureStatus, other: SignatureStatus): boolean {
  const isConfirmed = [one, other].every(({ confirmationStatus }) => confirmationStatus !== 'processed')
  return isConfirmed && one.slot === other.slot && JSON.stringify(one.err) === JSON.stringify(other.err)
}

/** A connection that reports agreed statuses, and is the same otherwise. */
export function withAgreedStatuses(connection: Connection, nodes: readonly Connection[]): Connection {
  if (nodes.length < 2) return connection
  const statuses = new AgreedStatuses(nodes)
  const agreed: Connection = Object.create(connection)
  agreed.getSignatureStatuses = (signatures, config) => statuses.read(signatures, config)
  return agreed
}
