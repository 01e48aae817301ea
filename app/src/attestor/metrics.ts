import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { MomentKind } from './moments.ts'
import type { Signer } from './signer.ts'
import type { Kind } from './task.ts'

/** Prometheus metrics of one attestor. */
export class AttestorMetrics {
  readonly registry = new Registry()
  readonly #signed = new Counter({
    name: 'attestor_signed_total',
    help: 'Observations signed, by the kind of condition',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  })
  readonly #missed = new Counter({
    name: 'attestor_missed_total',
    help: 'Moments at which a market could not be observed in time, by kind: expiry, early or progress',
    labelNames: ['moment'] as const,
    registers: [this.registry],
  })

  constructor(signer: Pick<Signer, 'size' | 'isBroken'>) {
    collectDefaultMetrics({ register: this.registry })
    // A series that exists from the start lets an alert distinguish 0 from no data.
    for (const moment of ['expiry', 'early', 'progress'] as const) this.#missed.inc({ moment }, 0)
    new Gauge({
      name: 'attestor_journal_entries',
      help: 'Signed observations in the journal',
      registers: [this.registry],
      collect() {
        this.set(signer.size)
      },
    })
    new Gauge({
      name: 'attestor_journal_broken',
      help: 'Whether the journal cannot be written, so that nothing is signed: 1 or 0',
      registers: [this.registry],
      collect() {
        this.set(signer.isBroken ? 1 : 0)
      },
    })
  }

  signed(kind: Kind): void {
    this.#signed.inc({ kind })
  }

  missed(moment: MomentKind): void {
    this.#missed.inc({ moment })
  }
}
