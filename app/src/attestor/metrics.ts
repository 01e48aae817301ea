import { Counter, Registry } from 'prom-client'

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
    help: 'Moments at which a market could not be observed',
    registers: [this.registry],
  })

  signed(kind: 'holders' | 'event'): void {
    this.#signed.inc({ kind })
  }

  missed(): void {
    this.#missed.inc()
  }
}
