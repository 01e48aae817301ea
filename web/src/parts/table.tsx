// A table that scrolls sideways.

import type { ComponentChildren } from 'preact'

/** A column of text, of figures, or one whose name only screen readers need. */
export type Column = string | { figures: string } | { hidden: string }

/** A table that scrolls sideways where it is wider than the page. */
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
  return (
    <div class="table-scroll">
      <table class={className}>
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
