// Delivers events to webhooks.

import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { Counter, type Registry } from 'prom-client'
import { eventOf, type Frame } from '../../gateway/stream/frames.ts'
import type { EventHub } from '../../gateway/stream/hub.ts'
import type { History } from '../../history/history.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { WebhookRow } from '../../store/schema/gateway.ts'
import { claimWebhook, logDelivery, updateClaimed } from '../../store/webhooks.ts'
import { type SendOptions, sendMessage } from './send.ts'

/** Settings of the deliveries. */
export interface DeliveryOptions {
  /** Milliseconds to the second attempt; each further one waits twice as long. */
  firstRetryMs: number
  /** The longest wait between two attempts, in milliseconds. */
  maxRetryMs: number
  /** Milliseconds of failures after which a webhook is disabled. */
  giveUpMs: number
  send: SendOptions
}

/** The settings of a gateway. */
export const DEFAULT_DELIVERY: DeliveryOptions = {
  firstRetryMs: 5_000,
  maxRetryMs: 3_600_000,
  giveUpMs: 3 * 86_400_000,
  send: { allowPrivate: false, timeoutMs: 10_000 },
}

/** The services that deliveries use. */
export interface DeliveryParts {
  history: History
  hub: EventHub
  registry: Registry
  onError: (error: Error) => void
}

/** Webhooks that one gateway sends to at once. */
const AT_ONCE = 16

/** Milliseconds that a run holds a webhook: longer than one attempt takes. */
const CLAIM_MS = 30_000

/** Milliseconds that a run sends to one webhook before it takes another. */
const TURN_MS = 10_000

const LOOK_EVERY_MS = 1_000
const LOG_MS = 7 * 86_400_000

/** The status with which a receiver asks for no more events. */
const GONE = 410

/**
 * Sends the events of the stream to webhooks: to each in the order of their ids, the next one after the one before was
 * accepted. A claim in the store lets one of several gateways send; another continues where it stopped.
 */
export class WebhookDelivery {
  readonly #looks: CoalescedTask
  readonly #limit = pLimit(AT_ONCE)
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
    this.#counter = new Counter({
      name: 'gateway_webhook_deliveries_total',
      help: 'Attempts to deliver an event to a webhook, by result',
      labelNames: ['result'] as const,
      registers: [parts.registry],
    })
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

  /** Takes webhooks that are due, up to the limit. */
  async #look(): Promise<void> {
    while (!this.#isStopped && this.#limit.activeCount < AT_ONCE) {
      const { hub, history, onError } = this.parts
      if (history.isRebuilding) return
      const run = randomUUID()
      const now = new Date()
      const until = new Date(now.getTime() + CLAIM_MS)
      const row = await claimWebhook(history.db, { run, newest: hub.position, now, until })
      if (!row) return
      const sending = this.#limit(() => this.#send(row, run)).catch(onError)
      this.#sending.add(sending)
      sending.finally(() => this.#sending.delete(sending))
    }
  }

  /** Sends the next events of a webhook, for up to `TURN_MS`. */
  async #send(row: WebhookRow, run: string): Promise<void> {
    const { hub, history } = this.parts
    const claim = { id: row.id, run }
    const end = Date.now() + TURN_MS
    let { position } = row
    while (!this.#isStopped && position < hub.position && Date.now() < end) {
      const page = await hub.pageAfter(position, { markets: row.markets, wallet: row.wallet ?? undefined })
      for (const frame of page.frames) {
        if (this.#isStopped || Date.now() >= end) break
        if (isWanted(row, frame) && !(await this.#deliver(row, run, frame))) return
        position = frame.id
        const claimedUntil = new Date(Date.now() + CLAIM_MS)
        const fresh = { failures: 0, failingSince: null }
        if (!(await updateClaimed(history.db, claim, { position, claimedUntil, ...fresh }))) return
      }
      const isWhole = position === (page.frames.at(-1)?.id ?? position)
      if (isWhole) position = page.position
    }
    const now = new Date()
    await updateClaimed(history.db, claim, { position, run: null, claimedUntil: now, nextAttemptAt: now })
  }

  /** Makes one attempt; after a failure the webhook waits. Returns whether the event was accepted. */
  async #deliver(row: WebhookRow, run: string, frame: Frame): Promise<boolean> {
    const { db } = this.parts.history
    const { type, json } = eventOf(frame)
    const body = `{"type":"${type}","timestamp":"${JSON.parse(json).time}","data":${json}}`
    const began = Date.now()
    const message = { url: row.url, secret: row.secret, id: `evt_${frame.id}`, body }
    const { status, error } = await sendMessage(message, this.options.send)
    const at = new Date()
    this.#counter.inc({ result: error === null ? 'delivered' : 'failed' })
    await logDelivery(db, {
      webhook: row.id,
      event: frame.id,
      at,
      status,
      error,
      milliseconds: at.getTime() - began,
      expiresAt: new Date(at.getTime() + LOG_MS),
    })
    if (error === null) {
      row.failures = 0
      row.failingSince = null
      return true
    }
    const { firstRetryMs, maxRetryMs, giveUpMs } = this.options
    const failures = row.failures + 1
    const failingSince = row.failingSince ?? at
    const isOver = status === GONE || at.getTime() - failingSince.getTime() >= giveUpMs
    const wait = Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs)
    await updateClaimed(
      db,
      { id: row.id, run },
      {
        failures,
        failingSince,
        disabledAt: isOver ? at : null,
        nextAttemptAt: new Date(at.getTime() + wait),
        run: null,
        claimedUntil: at,
      },
    )
    return false
  }
}

function isWanted({ types }: WebhookRow, frame: Frame): boolean {
  return types.length === 0 || types.includes(eventOf(frame).type)
}
