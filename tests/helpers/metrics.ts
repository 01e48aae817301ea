// Reads a service's metrics as Prometheus does, and tells whether the rule of an alert holds for them.

import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Registry } from 'prom-client'

/** A service: the URL that serves its `/metrics`, or its registry. */
export type Scraped = string | { metrics: { registry: Registry } }

/** One line of the metrics. */
interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const RULES = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8')

/** A comparison: a metric by its name or by `{__name__=~"one|other"}`, and a number or another metric. */
const COMPARISON = /^(?:(\w+)|\{__name__=~"([^"]+)"\})(?:\{[^}]*\})? (>|<|==) (\S+)$/

/**
 * The sum of the samples of a metric that have these labels; `NaN` if there is none.
 *
 * @param labels - a sample may have more
 */
export async function metric(
  service: Scraped,
  name: string,
  labels: Record<string, string> = {},
): Promise<number> {
  return sumOf(await samplesOf(service), name, labels)
}

/**
 * Whether the expression of an alert in `deploy/alerts.yml` holds for a service now, for any of its samples. Of
 * alternatives with `or`, those that look at the past do not count.
 */
export async function holds(alert: string, service: Scraped): Promise<boolean> {
  const samples = await samplesOf(service)
  const [, line = ''] = new RegExp(`- alert: ${alert}\\n\\s+expr: (.+)\\n`).exec(RULES) ?? []
  const comparisons = line
    .replace(/^'(.*)'$/, '$1')
    .split(' or ')
    .map((part) => COMPARISON.exec(part)?.slice(1) ?? [])
    .filter(({ length }) => length > 0)
  expect(comparisons, `${alert}: compares no metric with a limit`).not.to.deep.equal([])
  return comparisons.some(([name, names, operator, right = '']) => {
    const limit = /^\d/.test(right) ? Number(right) : sumOf(samples, right, {})
    const compared = samples.filter((sample) => (names ?? name ?? '').split('|').includes(sample.name))
    return compared.some(({ value }) => {
      return operator === '>' ? value > limit : operator === '<' ? value < limit : value === limit
    })
  })
}

function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string>): number {
  const matching = samples.filter((sample) => {
    return (
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value)
    )
  })
  if (matching.length === 0) return Number.NaN
  return matching.reduce((sum, { value }) => sum + value, 0)
}

async function samplesOf(service: Scraped): Promise<Sample[]> {
  const text =
    typeof service === 'string'
      ? await (await fetch(`${service}/metrics`)).text()
      : await service.metrics.registry.metrics()
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}
