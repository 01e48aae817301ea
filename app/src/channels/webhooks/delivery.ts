// Delivers events to webhooks.

import { randomUUID } from 'node:crypto'
import type { Counter, Registry } from 'prom-client'
import { type Frame, jsonOf } from '../../gateway/stream/frames.ts'
import type { EventHub } from '../../gateway/stream/hub.ts'
import type { History } from '../../history/follow.ts'
import type { StreamedKind } from '../../history/queries/events.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import { counter } from '../../runtime/metrics.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../store/schema/gateway.ts'
import { claimWebhook, logDeliveries, updateClaimed } from '../../store/webhooks.ts'
import { type SendOptions, sendMessage } from './send.ts'

export interface DeliveryOptions {
  /** Milliseconds to the second attempt; each further one waits twice as long. */
  firstRetryMs: number
  /** The longest wait between two attempts, in milliseconds. */
  maxRetryMs: number
  /** Milliseconds of failures after which a webhook is disabled. */
  giveUpMs: number
  /** Milliseconds of an attempt after which the webhook counts as slow. */
  slowMs: number
  send: SendOptions
}

export const DEFAULT_DELIVERY: DeliveryOptions = {
  firstRetryMs: 5_000,
  maxRetryMs: 3_600_000,
  giveUpMs: 3 * 86_400_000,
  slowMs: 1_000,
  send: { allowPrivate: false, timeoutMs: 10_000 },
}

export interface DeliveryParts {
  history: History
  hub: EventHub
  registry: Registry
  onError: (error: Error) => void
}

/**
 * Webhooks that one gateway sends to at once: those that answer soon, and slow and new ones. Waiting for an answer costs a
 * connection and nothing else, so that many can: one that was slow once does not queue behind those that always are.
 */
const PLACES = { quick: 24, slow: 128 }

/** Milliseconds that a run holds a webhook: longer than its turn and one attempt take. */
const CLAIM_MS = 40_000

/** Milliseconds that a run sends to one webhook before it takes another. */
const TURN_MS = 10_000

const LOOK_EVERY_MS = 1_000
const LOG_MS = 7 * 86_400_000

/** The status with which a receiver asks for no more events. */
const GONE = 410

/**
 * Sends the events of the stream to webhooks: to each in the order of their ids, the next one after the one before was
 * accepted. A claim in the store lets one of several gateways send; another continues where it stopped. Slow webhooks, and
 * new ones, have places of their own: one that turns out to be slow gives its place up at once, so that the others wait for
 * nobody.
 */
export class WebhookDelivery {
  readonly #looks: CoalescedTask
  readonly #free = { ...PLACES }
  readonly #sending = new Set<Promise<void>>()
  readonly #counter: Counter<'result'>
  #timer: NodeJS.Timeout | undefined
  #unsubscribe = () => {}
  #isStopped = false

  constructor(
    private readonly parts: DeliveryParts,
    private readonly options: DeliveryOptions,
  ) {
    this.#looks = new CoalescedTask(() => this.#look(), parts.onError)
    this.#counter = counter(
      parts.registry,
      'gateway_webhook_deliveries_total',
      'Attempts to deliver an event to a webhook, by result',
      'result',
    )
  }

  start(): void {
    this.#unsubscribe = this.parts.history.onChange(() => this.#looks.request())
    this.#timer = setInterval(() => this.#looks.request(), LOOK_EVERY_MS).unref()
  }

  /** Waits for the running attempts; no other starts. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribe()
    clearInterval(this.#timer)
    await this.#looks.stop()
    await Promise.all(this.#sending)
  }

  /** Takes webhooks that are due while there are places. */
  async #look(): Promise<void> {
    const { hub, history, onError } = this.parts
    while (!this.#isStopped && !history.isRebuilding) {
      const { quick, slow } = this.#free
      if (quick === 0 && slow === 0) return
      const isSlow = quick === 0 ? true : slow === 0 ? false : undefined
      const run = randomUUID()
      const now = new Date()
      const until = new Date(now.getTime() + CLAIM_MS)
      const row = await claimWebhook(history.db, { run, newest: hub.position, now, until, isSlow })
      if (!row) return
      const giveUp = this.#takePlace(row.isSlow ? 'slow' : 'quick')
      const sending = this.#send(row, run, giveUp).catch(onError).finally(giveUp)
      this.#sending.add(sending)
      sending.finally(() => this.#sending.delete(sending))
    }
  }

  /** @returns a function that gives the place up, once */
  #takePlace(lane: keyof typeof PLACES): () => void {
    let isTaken = true
    this.#free[lane] -= 1
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#free[lane] += 1
      this.#looks.request()
    }
  }

  /** Sends the next events of a webhook, for up to `TURN_MS`; its position is stored once a page. */
  async #send(row: WebhookRow, run: string, giveUpPlace: () => void): Promise<void> {
    const { hub, history } = this.parts
    const claim = { id: row.id, run }
    const end = Date.now() + TURN_MS
    const filter = {
      markets: row.markets,
      wallet: row.wallet ?? undefined,
      kinds: row.types as StreamedKind[],
    }
    let { position, isSlow } = row
    const isOver = () => this.#isStopped || Date.now() >= end || (isSlow && !row.isSlow)
    while (position < hub.position && !isOver()) {
      const page = await hub.pageAfter(position, filter)
      const log: WebhookDeliveryRow[] = []
      for (const frame of page.frames) {
        if (isOver()) break
        const attempt = await this.#attempt(row, frame, row.isSlow ? () => {} : giveUpPlace)
        log.push(attempt)
        isSlow = attempt.milliseconds >= this.options.slowMs
        if (attempt.error !== null) break
        position = frame.id
      }
      await logDeliveries(history.db, log)
      const last = log.at(-1)
      if (last && last.error !== null) {
        await updateClaimed(history.db, claim, { position, isSlow, ...this.#afterFailure(row, last, log) })
        return
      }
      if (position === (page.frames.at(-1)?.id ?? position)) position = page.position
      const fresh = { failures: 0, failingSince: null }
      Object.assign(row, fresh)
      if (!(await updateClaimed(history.db, claim, { position, ...fresh }))) return
    }
    const now = new Date()
    const free = { run: null, claimedUntil: now, nextAttemptAt: now }
    await updateClaimed(history.db, claim, { position, isSlow, ...free })
  }

  async #attempt(row: WebhookRow, frame: Frame, onSlow: () => void): Promise<WebhookDeliveryRow> {
    const json = jsonOf(frame)
    const body = `{"type":"${frame.kind}","timestamp":"${JSON.parse(json).time}","data":${json}}`
    const message = { url: row.url, secret: row.secret, id: `evt_${frame.id}`, body }
    const began = Date.now()
    const timer = setTimeout(onSlow, this.options.slowMs)
    const { status, error } = await sendMessage(message, this.options.send)
    clearTimeout(timer)
    const at = new Date()
    this.#counter.inc({ result: error === null ? 'delivered' : 'failed' })
    return {
      webhook: row.id,
      event: frame.id,
      at,
      status,
      error,
      milliseconds: at.getTime() - began,
      expiresAt: new Date(at.getTime() + LOG_MS),
    }
  }

  /** What a failed attempt changes: the webhook waits, ever longer, and is disabled in the end. */
  #afterFailure(
    row: WebhookRow,
    { at, status }: WebhookDeliveryRow,
    turn: readonly WebhookDeliveryRow[],
  ): Partial<WebhookRow> {
    const { firstRetryMs, maxRetryMs, giveUpMs } = this.options
    const isFirst = row.failingSince === null || turn.length > 1
    const failures = isFirst ? 1 : row.failures + 1
    const failingSince = isFirst ? at : row.failingSince
    const isOver = status === GONE || at.getTime() - (failingSince ?? at).getTime() >= giveUpMs
    const wait = Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs)
    return {
      failures,
      failingSince,
      disabledAt: isOver ? at : null,
      nextAttemptAt: new Date(at.getTime() + wait),
      run: null,
      claimedUntil: at,
    }
  }
}
