// A table; on a phone its rows are lists.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A column of text, of figures, or one whose name only screen readers need. */
export type Column = string | { figures: string } | { hidden: string }

/** A table that scrolls sideways where it is wider than the page; on a phone each row is a list. */
export function Table({
  columns,
  className,
  children,
}: {
  columns: readonly Column[]
  /** Class of the table. */
  className?: string
  /** The rows. */
  children: ComponentChildren
}) {
  const table = useRef<HTMLTableElement>(null)
  // On a phone a row is a list, and its cells say what they are.
  useEffect(() => {
    for (const row of table.current?.tBodies[0]?.rows ?? []) {
      for (const cell of row.cells) {
        const column = columns[cell.cellIndex]
        cell.dataset.label =
          typeof column === 'string' ? column : column && 'figures' in column ? column.figures : ''
      }
    }
  })
  return (
    <div class="table-scroll">
      <table class={className} ref={table}>
        <thead>
          <tr>{columns.map(head)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function head(column: Column) {
  if (typeof column === 'string') {
    return (
      <th key={column} scope="col">
        {column}
      </th>
    )
  }
  if ('hidden' in column) {
    return (
      <th key={column.hidden} scope="col">
        <span class="sr-only">{column.hidden}</span>
      </th>
    )
  }
  return (
    <th key={column.figures} scope="col" class="number">
      {column.figures}
    </th>
  )
}
