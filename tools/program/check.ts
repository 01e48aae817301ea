// Compares the committed build of the program with a fresh one.

import { sha256 } from '../../app/src/deploy/sources.ts'
import type { BuildRecord, Outputs } from './outputs.ts'
import { OUTPUTS } from './workspace.ts'

/** The built programs among the generated files. */
const PROGRAMS = ['program', 'programV0'] as const

/** Result of comparing the committed files with a fresh build. */
export type Verdict =
  | { kind: 'same' }
  /** The committed files do not match the sources. */
  | { kind: 'stale'; reasons: string[] }
  /** Built by another compiler, so that the bytes of the program differ anyway. */
  | { kind: 'incomparable'; reason: string }

/**
 * Compares the committed files with a fresh build. The IDL and the hash of the sources must always match, the
 * bytes of the program only if the same compiler built both.
 */
export function compare(committed: Outputs, fresh: Outputs): Verdict {
  const names = Object.keys(OUTPUTS) as (keyof Outputs)[]
  const missing = names.filter((name) => committed[name].length === 0)
  if (missing.length) return { kind: 'stale', reasons: missing.map((name) => `${OUTPUTS[name]} is missing`) }
  const was = parse(committed.record)
  const is = parse(fresh.record)
  if (!was || !is) return { kind: 'stale', reasons: [`${OUTPUTS.record} is not a record of a build`] }

  const reasons: string[] = []
  if (was.sources !== is.sources)
    reasons.push(`${OUTPUTS.record} records other sources: ${was.sources}, now ${is.sources}`)
  for (const name of PROGRAMS)
    if (was[name] !== sha256(committed[name]))
      reasons.push(`${OUTPUTS[name]} is not the program that ${OUTPUTS.record} records`)
  for (const name of ['idl', 'module', 'limits'] as const)
    if (!committed[name].equals(fresh[name])) reasons.push(`${OUTPUTS[name]} differs`)

  const comparable = was.builder === is.builder && was.compiler === is.compiler
  for (const name of PROGRAMS)
    if (comparable && !committed[name].equals(fresh[name]))
      reasons.push(
        `${OUTPUTS[name]} differs: sha256 ${sha256(committed[name])}, the sources give ${is[name]}`,
      )
  if (comparable && !reasons.length && !committed.record.equals(fresh.record))
    reasons.push(`${OUTPUTS.record} differs`)

  if (reasons.length) return { kind: 'stale', reasons }
  if (comparable) return { kind: 'same' }
  const by = ({ builder, compiler }: BuildRecord) => `${builder} (${compiler})`
  return { kind: 'incomparable', reason: `built by ${by(was)}, here by ${by(is)}` }
}

/** Parses a `build.json`; undefined if it is not a valid record. */
function parse(file: Buffer): BuildRecord | undefined {
  try {
    const record = JSON.parse(file.toString())
    const fields = ['builder', 'compiler', ...PROGRAMS, 'sources']
    return fields.every((field) => typeof record[field] === 'string') ? record : undefined
  } catch {
    return undefined
  }
}
