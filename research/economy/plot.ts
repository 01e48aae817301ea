/** A bar: a strategy's profit as a share of what it staked. */
export interface Bar {
  name: string
  share: number
  /** Whether the rules promise that it is 0. */
  isPromised: boolean
}

const [WIDTH, ROW, LABELS, TOP] = [960, 26, 430, 56]

/** Draws profits as an SVG document. Bars longer than the scale are cut and labelled. */
export function plot(bars: readonly Bar[], scale = 0.25): string {
  const height = TOP + bars.length * ROW + 16
  const zero = LABELS + (WIDTH - LABELS) / 2
  const unit = (WIDTH - LABELS) / 2 - 70
  const drawn = bars.map(({ name, share, isPromised }, index) => {
    const y = TOP + index * ROW
    const length = (Math.min(scale, Math.abs(share)) / scale) * unit
    const x = share < 0 ? zero - length : zero
    const color = isPromised ? '#2563eb' : share > 0 ? '#dc2626' : '#16a34a'
    const label = share < 0 ? zero - length - 6 : zero + length + 6
    return [
      `<text x="${LABELS - 10}" y="${y + 15}" text-anchor="end" fill="#111827">${name}</text>`,
      `<rect x="${x.toFixed(1)}" y="${y + 3}" width="${length.toFixed(1)}" height="${ROW - 10}" fill="${color}"/>`,
      `<text x="${label.toFixed(1)}" y="${y + 15}" text-anchor="${share < 0 ? 'end' : 'start'}" fill="${color}">${(100 * share).toFixed(2)} %</text>`,
    ].join('\n')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Profit of each strategy as a share of what it staked</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    '<text x="16" y="20" fill="#111827" font-size="14">Profit as a share of what was staked</text>',
    '<text x="16" y="40" fill="#2563eb">0 by the rules</text>',
    '<text x="110" y="40" fill="#16a34a">loses</text>',
    '<text x="155" y="40" fill="#dc2626">earns</text>',
    ...drawn,
    `<line x1="${zero}" x2="${zero}" y1="${TOP}" y2="${height - 12}" stroke="#6b7280"/>`,
    '</svg>',
    '',
  ].join('\n')
}
