// A table; on a phone its rows are lists.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A column of text, of figures, or one whose name only screen readers need. */
type Column = string | { figures: string } | { hidden: string }

/** A table that scrolls sideways where it is wider than the page; on a phone each row is a list. */
export function Table({ columns, children }: { columns: readonly Column[]; children: ComponentChildren }) {
  const table = useRef<HTMLTableElement>(null)
  // On a phone a row is a list, and its cells say what they are.
  useEffect(() => {
    for (const row of table.current?.tBodies[0]?.rows ?? []) {
      for (const cell of row.cells) {
        const column = columns[cell.cellIndex]
        cell.dataset.label = column ? shownName(column) : ''
      }
    }
  })
  return (
    <div class="table-scroll">
      <table ref={table}>
        <thead>
          <tr>{columns.map(head)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function shownName(column: Column): string {
  if (typeof column === 'string') return column
  return 'figures' in column ? column.figures : ''
}

function head(column: Column) {
  const name = shownName(column)
  const hidden = typeof column === 'object' && 'hidden' in column ? column.hidden : ''
  return (
    <th key={name || hidden} scope="col" class={typeof column === 'object' && name ? 'number' : undefined}>
      {name || <span class="sr-only">{hidden}</span>}
    </th>
  )
}
