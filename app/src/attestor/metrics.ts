import { collectDefaultMetrics, Registry } from 'prom-client'
import { counter, gauge } from '../runtime/metrics.ts'
import type { Kind, MomentKind } from './due-tasks.ts'
import type { Signer } from './signer.ts'

/** Prometheus metrics of one attestor. */
export class AttestorMetrics {
  readonly registry = new Registry()
  readonly #signed = counter(
    this.registry,
    'attestor_signed_total',
    'Observations signed, by the kind of condition',
    'kind',
  )
  readonly #missed = counter(
    this.registry,
    'attestor_missed_total',
    'Moments at which a market could not be observed in time, by kind: expiry, early or progress',
    'moment',
  )

  constructor(signer: Pick<Signer, 'size' | 'isBroken'>) {
    collectDefaultMetrics({ register: this.registry })
    // A series that exists from the start lets an alert distinguish 0 from no data.
    for (const moment of ['expiry', 'early', 'progress'] as const) this.#missed.inc({ moment }, 0)
    const entries = 'Signed observations in the journal'
    gauge(this.registry, 'attestor_journal_entries', entries, () => signer.size)
    const broken = 'Whether the journal cannot be written, so that nothing is signed: 1 or 0'
    gauge(this.registry, 'attestor_journal_broken', broken, () => Number(signer.isBroken))
  }

  signed(kind: Kind): void {
    this.#signed.inc({ kind })
  }

  missed(moment: MomentKind): void {
    this.#missed.inc({ moment })
  }
}
