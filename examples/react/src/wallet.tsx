import { useConnection, useWallet } from '@solana/wallet-adapter-react'
import { LAMPORTS_PER_SOL } from '@solana/web3.js'
import { useState } from 'react'

/** Chooses a wallet, or shows the one that is connected. */
export function Wallet() {
  const { wallets, select, publicKey, connecting, disconnect } = useWallet()
  const { connection } = useConnection()
  const [note, setNote] = useState('')
  if (connecting) return <p className="quiet">Connecting…</p>
  if (!publicKey) {
    return (
      <nav>
        {wallets.map(({ adapter }) => (
          <button type="button" key={adapter.name} onClick={() => select(adapter.name)}>
            {adapter.name}
          </button>
        ))}
      </nav>
    )
  }
  const address = publicKey.toBase58()
  const getMoney = () =>
    connection.requestAirdrop(publicKey, 5 * LAMPORTS_PER_SOL).then(
      () => setNote('5 SOL are on their way.'),
      (error: Error) => setNote(error.message),
    )
  return (
    <nav>
      <code title={address}>
        {address.slice(0, 4)}…{address.slice(-4)}
      </code>
      <button type="button" onClick={getMoney}>
        Get play money
      </button>
      <button type="button" onClick={() => void disconnect()}>
        Disconnect
      </button>
      {note && <output>{note}</output>}
    </nav>
  )
}
