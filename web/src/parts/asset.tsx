import type { Condition } from '../model/types.ts'

/** How many colours there are in the style sheet. */
const COLOURS = 8

/** Characters that fit into the picture. */
const LONGEST = 5

/** A picture of what a market is about, made of its symbol: it needs no request to anyone. */
export function AssetPicture({ symbol }: { symbol: string }) {
  return (
    <span class={`asset asset-${colourOf(symbol)}`} aria-hidden="true">
      {symbol.slice(0, LONGEST)}
    </span>
  )
}

/** The symbol of what a market measures: of its asset, or the start of its token's address. */
export function symbolOf(condition: Pick<Condition, 'symbol'> | undefined, token: string | null): string {
  const [symbol] = condition?.symbol?.split('/') ?? []
  return symbol ?? token?.slice(0, 4) ?? '?'
}

function colourOf(symbol: string): number {
  let sum = 0
  for (const char of symbol) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9_973
  return sum % COLOURS
}
