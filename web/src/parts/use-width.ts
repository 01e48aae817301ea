import { useEffect, useState } from 'preact/hooks'

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
