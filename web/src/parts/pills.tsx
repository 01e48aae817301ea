/** Small buttons in a row, each with its text. */
export function Pills<T extends { text: string }>({
  of,
  testId,
  onPick,
}: {
  of: readonly T[]
  testId?: string
  onPick(picked: T): void
}) {
  return (
    <div class="quick" data-testid={testId}>
      {of.map((one) => (
        <button key={one.text} type="button" class="pill" onClick={() => onPick(one)}>
          {one.text}
        </button>
      ))}
    </div>
  )
}
