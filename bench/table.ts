// Prints tables.

/** A row of a table: a value for each column. */
export type Row = Record<string, string | number | bigint>

/** Prints a table with a title and column names; numbers are right-aligned. */
export function printTable(title: string, rows: Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (row: Row, column: string) => format(row[column] ?? '')
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => cell(row, column).length)),
  )
  const line = (cells: string[]) => cells.map((text, index) => text.padEnd(widths[index] ?? 0)).join('  ')
  console.log(`\n${title}\n`)
  console.log(line(columns))
  console.log(line(widths.map((width) => '─'.repeat(width))))
  for (const row of rows) {
    console.log(
      columns
        .map((column, index) => {
          const text = cell(row, column)
          const width = widths[index] ?? 0
          return typeof row[column] === 'string' ? text.padEnd(width) : text.padStart(width)
        })
        .join('  '),
    )
  }
}

function format(value: string | number | bigint): string {
  return typeof value === 'string' ? value : value.toLocaleString('en-US')
}

/** A fraction of 1 as a percentage. */
export const percent = (part: number) => `${(100 * part).toFixed(2)} %`
