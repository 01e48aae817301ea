// Breaks text into lines that fit into a picture.

/** About how wide characters of Geist are, as a share of the font size; a picture has no browser that measures. */
const NARROW = /[ijlIt.,:;'|!()[\]/ ]/
const WIDE = /[mwMW@%…]/

/** About the width of a text in pixels. */
export function widthOf(text: string, size: number): number {
  let width = 0
  for (const character of text) {
    width += NARROW.test(character)
      ? 0.33
      : WIDE.test(character)
        ? 0.88
        : /[A-Z0-9$]/.test(character)
          ? 0.66
          : 0.57
  }
  return width * size
}

/** Breaks a text into lines that are not wider than `width`; a word that is wider is cut, and so is the last line. */
export function wrap(text: string, size: number, width: number, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(cut(word, size, width))
  }
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  kept.push(cut(`${kept.pop()}…`, size, width))
  return kept
}

function cut(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text
  const characters = [...text.replace(/…$/, '')]
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('')}…`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML or XML, also in an attribute in quotes; what XML forbids is replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
