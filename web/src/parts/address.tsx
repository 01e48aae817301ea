// A shortened address with a link.

/** How many characters of each end are shown. */
const SHOWN = 4

interface Props {
  address: string
  isPlain?: boolean
  /** Which page of the wallet it links to. */
  to?: 'wallet' | 'creators'
}

/** A shortened address that links to a page of its wallet; the whole address is its title. */
export function Address({ address, isPlain = false, to = 'wallet' }: Props) {
  const short = `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`
  if (isPlain) return <span class="address">{short}</span>
  return (
    <a class="address" href={`/${to}/${address}`} title={address}>
      {short}
    </a>
  )
}
