// Whether the window is narrow.

import { signal } from '@preact/signals'

/** As in the style sheet: where a market's bet panel is no longer beside it. */
const narrow = matchMedia('(max-width: 60rem)')

/** Whether the window is narrow, such as a phone's. */
export const isNarrow = signal(narrow.matches)

narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches
})
