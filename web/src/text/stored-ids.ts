// Lists of ids in the browser's storage.

/** The most ids that are kept. */
export const MOST_IDS = 50

/** The ids in a stored text; none if it is something else. */
export function readIds(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MOST_IDS) : []
  } catch {
    return []
  }
}
