// The picture of an asset, drawn here.

/** Hues of the pictures, and degrees between two of them. */
const HUES = 24
const STEP = 360 / HUES

/** Characters that fit into the picture. */
const LONGEST = 5

interface Props {
  /** Null for a market about no asset; undefined while it is not known yet. */
  symbol: string | null | undefined
  /** What makes the picture of such a market its own: its id. */
  seed: string
}

/** A picture of what a market is about, made of its symbol or its id: it needs no request to anyone. */
export function AssetPicture({ symbol, seed }: Props) {
  if (symbol === undefined) return <span class="asset" aria-hidden="true" />
  const name = symbol ?? seed
  return (
    <span
      class="asset"
      style={{ background: `oklch(42% 0.11 ${(hash(name) % HUES) * STEP})` }}
      aria-hidden="true"
    >
      {symbol === null ? <Shapes seed={hash(seed)} /> : symbol.slice(0, LONGEST)}
    </span>
  )
}

/** Two discs, placed by a number. */
function Shapes({ seed }: { seed: number }) {
  const at = (divisor: number) => 6 + (Math.floor(seed / divisor) % 13)
  return (
    <svg class="shapes" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx={at(1)} cy={at(13)} r="9" />
      <circle cx={24 - at(1)} cy={24 - at(13)} r="5" />
    </svg>
  )
}

/** The symbol of what a market is about; null where it has none, as most tokens. */
export function symbolOf({ symbol }: { symbol?: string | undefined }): string | null {
  return symbol?.split('/')[0] ?? null
}

function hash(text: string): number {
  let sum = 0
  for (const char of text) sum = (sum * 19 + (char.codePointAt(0) ?? 0)) % 9_973
  return sum
}
