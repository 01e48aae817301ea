// The names of the schemas in which versions of the history keep what they apply from the log.

/**
 * Version of the rules by which the log is applied. Increase it when they change: the log is then applied again in a new
 * schema. The previous release keeps using its own.
 */
export const HISTORY_VERSION = 6

/** The name of the schema of a history. */
export function schemaName(version: number, hash: string): string {
  return `history_${version}_${hash}`
}
