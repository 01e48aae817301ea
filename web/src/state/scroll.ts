// Where a view was scrolled to, kept in the browser's history. A view is loaded in parts, so that it may be too short at
// first for where it should be scrolled to.

/** How long the page waits for a view to be loaded. */
const PATIENCE_MS = 3_000

/** What the person does to scroll by themselves. */
const OWN_SCROLLING = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

let stopWaiting = () => {}

/** Keeps how far the current view is scrolled, before it is left. */
export function saveScroll(): void {
  history.replaceState({ scroll: scrollY }, '')
}

/** Scrolls a view that is shown again to where it was. */
export function restoreScroll(): void {
  const top: number = history.state?.scroll ?? 0
  whenPossible(() => {
    scrollTo(0, top)
    return Math.abs(scrollY - top) < 2
  })
}

/** Scrolls to an element by its id, as soon as it is there. */
export function scrollToFragment(hash: string): void {
  whenPossible(() => {
    const element = document.getElementById(hash.slice(1))
    element?.scrollIntoView()
    return element !== null
  })
}

/** Tries in every frame until it succeeds, or the person scrolls, or for three seconds. */
function whenPossible(attempt: () => boolean): void {
  stopWaiting()
  let isOver = false
  const end = () => {
    isOver = true
    for (const type of OWN_SCROLLING) removeEventListener(type, end)
  }
  stopWaiting = end
  for (const type of OWN_SCROLLING) addEventListener(type, end, { passive: true })
  const until = performance.now() + PATIENCE_MS
  const frame = () => {
    if (isOver) return
    if (attempt() || performance.now() > until) end()
    else requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
