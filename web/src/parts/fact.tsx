import type { ComponentChildren } from 'preact'

/** A row of a list of facts. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
