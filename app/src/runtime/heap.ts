/** A binary heap: the least item first. */
export class Heap<Item> {
  readonly #items: Item[] = []

  constructor(private readonly compare: (a: Item, b: Item) => number) {}

  get size(): number {
    return this.#items.length
  }

  /** The least item. */
  get first(): Item | undefined {
    return this.#items[0]
  }

  push(item: Item): void {
    const items = this.#items
    let place = items.length
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = items[above] as Item
      if (this.compare(other, item) <= 0) break
      items[place] = other
      place = above
    }
    items[place] = item
  }

  /** Removes the least item. */
  pop(): Item | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (items.length > 0) this.#sink(last as Item)
    return first
  }

  /** Replaces the first item by another one, and moves it down to its place. */
  #sink(item: Item): void {
    const items = this.#items
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      const right = left + 1
      const isRightLess = right < items.length && this.compare(items[right] as Item, items[left] as Item) < 0
      const below = isRightLess ? right : left
      if (below >= items.length || this.compare(items[below] as Item, item) >= 0) break
      items[place] = items[below] as Item
      place = below
    }
    items[place] = item
  }
}
