// The type of a finding of the verify command.

/** One thing that was compared. */
export interface Finding {
  part: 'program' | 'idl' | 'config' | 'auction' | 'attestors' | 'mint'
  /** `note`: for people to judge, because nothing was expected. */
  result: 'same' | 'differs' | 'note'
  text: string
}

/** A finding for a value: as expected, different, or a note if nothing is expected. */
export function checkValue(
  part: Finding['part'],
  name: string,
  current: string,
  expected: string | undefined,
): Finding {
  if (expected === undefined) return { part, result: 'note', text: `${name} is ${current}` }
  if (current === expected) return { part, result: 'same', text: `${name} is ${current}` }
  return { part, result: 'differs', text: `${name} is ${current}, not ${expected}` }
}
