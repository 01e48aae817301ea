import { availableParallelism, loadavg } from 'node:os'

/** A number that an environment variable sets. */
export function setting(name: string, otherwise: number): number {
  return Number(process.env[name] ?? otherwise)
}

/** Tells a person who waits how far a long measurement is. */
export function report(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}

/** Says whether all bars are met, or which are missed, and ends the process with 0 or 1. */
export function conclude(missed: readonly string[]): never {
  const [minute = 0, , quarter = 0] = loadavg()
  const load = `${minute.toFixed(1)} in the last minute, ${quarter.toFixed(1)} in the last 15`
  // Figures of a machine that does other work too are worth less.
  console.log(`\nThe machine: ${availableParallelism()} cores, load average ${load}.`)
  const list = missed.map((bar) => `- ${bar}`).join('\n')
  console.log(missed.length === 0 ? '\nAll bars are met.' : `\nMISSED:\n${list}`)
  process.exit(missed.length === 0 ? 0 : 1)
}
