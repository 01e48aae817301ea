// The width of the window, and of an element.

import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'

/** As in the style sheet: where a market's bet panel is no longer beside it. */
const narrow = matchMedia('(max-width: 60rem)')

/** Whether the window is narrow, such as a phone's. */
export const isNarrow = signal(narrow.matches)

narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches
})

/** The width of an element in pixels, so that the text of a drawing in it keeps its size. */
export function useWidth() {
  // A state and not a ref: a chart appears once it has something to draw.
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(640)
  useEffect(() => {
    if (!box) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(entry.contentRect.width, 240))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  return [width, setBox] as const
}
