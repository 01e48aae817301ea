// What every bench uses: settings, progress and the verdict.

import { availableParallelism, loadavg } from 'node:os'

/** A number that an environment variable sets. */
export function setting(name: string, otherwise: number): number {
  return Number(process.env[name] ?? otherwise)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Prints the progress of a long measurement. */
export function report(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}

/** Prints whether all bars are met, or which are missed, and ends the process with 0 or 1. */
export function conclude(missed: readonly string[]): never {
  const [minute = 0, , quarter = 0] = loadavg()
  const load = `${minute.toFixed(1)} in the last minute, ${quarter.toFixed(1)} in the last 15`
  // Figures of a busy machine are less reliable.
  console.log(`\nThe machine: ${availableParallelism()} cores, load average ${load}.`)
  const list = missed.map((bar) => `- ${bar}`).join('\n')
  console.log(missed.length === 0 ? '\nAll bars are met.' : `\nMISSED:\n${list}`)
  process.exit(missed.length === 0 ? 0 : 1)
}
