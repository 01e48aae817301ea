// Draws diagrams of the burn auction as SVG.

import { DAY, type Point, type Sale } from './simulate.ts'

/** A diagram: the price and the fair price over time, and a dot for each purchase. */
export interface Panel {
  title: string
  sale: Sale
}

/** The most dots of a diagram, and hours between two points of a line. */
const DOTS = 250
const EVERY = 4

const [WIDTH, HEIGHT, GAP, TOP] = [460, 230, 24, 50]
const COLUMNS = 2

/** Draws diagrams as an SVG document. Prices are on a logarithmic scale. */
export function plot(panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS)
  const width = COLUMNS * (WIDTH + GAP) + GAP
  const height = TOP + rows * (HEIGHT + GAP)
  const drawn = panels.map((panel, index) => {
    const x = GAP + (index % COLUMNS) * (WIDTH + GAP)
    const y = TOP + Math.floor(index / COLUMNS) * (HEIGHT + GAP)
    return `<g transform="translate(${x},${y})">\n${draw(panel)}\n</g>`
  })
  const legend = [
    `<text x="${GAP}" y="20" fill="#2563eb">auction's price</text>`,
    `<text x="${GAP + 110}" y="20" fill="#16a34a">fair price</text>`,
    `<text x="${GAP + 185}" y="20" fill="#dc2626">purchases</text>`,
    `<text x="${GAP + 260}" y="20" fill="#374151">tokens for one SOL, logarithmic, over eight weeks</text>`,
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>The burn auction: its price, the fair price and the purchases, over eight weeks</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...legend,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

function draw({ title, sale: { prices, purchases, share, meanHours } }: Panel): string {
  const logs = prices.flatMap(({ price, fair }) => [Math.log10(price), Math.log10(fair)])
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))]
  const end = prices.at(-1)?.slot ?? 1
  const x = (slot: number) => ((slot / end) * WIDTH).toFixed(1)
  const y = (value: number) => (HEIGHT - ((Math.log10(value) - low) / (high - low)) * HEIGHT).toFixed(1)
  const shown = prices.filter((_, index) => index % EVERY === 0)
  const dots = purchases.filter((_, index) => index % Math.ceil(purchases.length / DOTS) === 0)
  const line = (value: (point: Point) => number, color: string) => {
    const points = shown.map((point) => `${x(point.slot)},${y(value(point))}`).join(' ')
    return `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="1"/>`
  }
  const decades = Array.from({ length: high - low + 1 }, (_, index) => low + index)
  const figures = `${(100 * share).toFixed(1)} % burned, SOL waits ${meanHours.toFixed(0)} h`
  return [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f9fafb" stroke="#d1d5db"/>`,
    ...decades.map(
      (decade) => `<text x="4" y="${Number(y(10 ** decade)) + 10}" fill="#9ca3af">1e${decade}</text>`,
    ),
    ...[14, 28, 42].map(
      (day) => `<line x1="${x(day * DAY)}" x2="${x(day * DAY)}" y2="${HEIGHT}" stroke="#e5e7eb"/>`,
    ),
    line(({ price }) => price, '#2563eb'),
    line(({ fair }) => fair, '#16a34a'),
    ...dots.map(({ slot, price }) => `<circle cx="${x(slot)}" cy="${y(price)}" r="1.2" fill="#dc2626"/>`),
    `<text x="${WIDTH / 2}" y="-5" text-anchor="middle" fill="#111827">${title}: ${figures}</text>`,
  ].join('\n')
}
