import { PredictionMarketClient } from '@prediction-market/sdk'
import { PredictionMarketProvider } from '@prediction-market/sdk/react'
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style.css'

const { VITE_RPC_URL = 'http://127.0.0.1:8899', VITE_WS_URL } = import.meta.env
const CONFIG = { commitment: 'confirmed', wsEndpoint: VITE_WS_URL } as const

/** Wallets of the Wallet Standard are found automatically; this one is for a localnet only. */
const WALLETS = [new UnsafeBurnerWalletAdapter()]

/** Provides the hooks with a client whose signer is the connected wallet. */
function Market() {
  const { connection } = useConnection()
  const wallet = useWallet()
  const client = useMemo(
    () => new PredictionMarketClient(connection, { signer: wallet }),
    [connection, wallet],
  )
  return (
    <PredictionMarketProvider client={client}>
      <App />
    </PredictionMarketProvider>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')
createRoot(root).render(
  <StrictMode>
    <ConnectionProvider endpoint={VITE_RPC_URL} config={CONFIG}>
      <WalletProvider wallets={WALLETS} autoConnect>
        <Market />
      </WalletProvider>
    </ConnectionProvider>
  </StrictMode>,
)
