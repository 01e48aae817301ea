// Replaces names of assets in a search by their symbols.

/** What people call assets, beside their symbols. */
const ALIASES: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  ether: 'ETH',
  solana: 'SOL',
  jupiter: 'JUP',
  dogwifhat: 'WIF',
}

/** The words to search for, with the symbols of assets in place of their names. */
export function searchWords(typed: string): string {
  const words = typed.trim().split(/\s+/)
  return words.map((word) => ALIASES[word.toLowerCase()] ?? word).join(' ')
}
