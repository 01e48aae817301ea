/** How many characters of each end are shown. */
const SHOWN = 4

/** A shortened address that links to its wallet page; the whole address is its title. */
export function Address({ address, isPlain = false }: { address: string; isPlain?: boolean }) {
  const short = `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`
  if (isPlain) return <span class="address">{short}</span>
  return (
    <a class="address" href={`/wallet/${address}`} title={address}>
      {short}
    </a>
  )
}
