// A shortened address with a link.

/** How many characters of each end are shown. */
const SHOWN = 4

interface Props {
  address: string
  isPlain?: boolean
  /** Which tab of the wallet's page it links to. */
  to?: 'positions' | 'asked'
}

/** A shortened address that links to the page of its wallet; the whole address is its title. */
export function Address({ address, isPlain = false, to = 'positions' }: Props) {
  const short = `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`
  if (isPlain) return <span class="address">{short}</span>
  return (
    <a class="address" href={`/wallet/${address}${to === 'asked' ? '?tab=asked' : ''}`} title={address}>
      {short}
    </a>
  )
}
