// Adds counters and gauges to a registry of Prometheus.

import { Counter, Gauge, type Registry } from 'prom-client'

export function counter<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  ...labelNames: Label[]
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [registry] })
}

type Read<Value> = () => Value | Promise<Value>

/** Adds a gauge whose value is read when the metrics are. */
export function gauge(registry: Registry, name: string, help: string, read: Read<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

/** The same with a value for each value of a label. */
export function gaugeBy(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: Read<Iterable<readonly [name: string, value: number]>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const values = await read()
      this.reset()
      for (const [one, value] of values) this.set({ [label]: one }, value)
    },
  })
}
