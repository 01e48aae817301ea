import { Keypair } from '@solana/web3.js'
import type { Localnet } from '../../../app/src/localnet/localnet.ts'
import type { ApiKey } from './bettors.ts'
import { signed } from './submit.ts'
import { type Answer, ask, type World } from './world.ts'

const LAMPORTS = 500_000_000_000n
const UNITS = 100_000_000_000n

/** Wallets with both currencies. */
export async function fundedWallets({ node, faucet }: Localnet, count: number): Promise<Keypair[]> {
  const wallets = Array.from({ length: count }, () => Keypair.generate())
  for (const { publicKey: wallet } of wallets) {
    await node.cheats.setLamports(wallet, LAMPORTS)
    await faucet.pay({ wallet, currency: 'UTILITY', amount: UNITS })
  }
  return wallets
}

/** Opens a bankroll for a wallet and names an API key its delegate; before there are faults. */
export async function givenApiKey(world: World, wallet: Keypair): Promise<ApiKey> {
  const act = async (method: string, path: string, body: object) => {
    const built = expectStatus(await ask(world, method, path, { body, wallet }), 202)
    const { bytes } = signed(built.transaction.base64, wallet)
    const sent = await ask(world, 'POST', '/v1/transactions', { body: { signedTransaction: bytes } })
    return expectStatus(sent, 201)
  }
  await act('POST', '/v1/bankroll/deposits', { currency: 'SOL', amount: '200' })
  await act('POST', '/v1/bankroll/deposits', { currency: 'UTILITY', amount: '20000' })
  const asked = { body: { scopes: ['bet'] }, wallet }
  const { id, key } = expectStatus(await ask(world, 'POST', '/v1/keys', asked), 201)
  const limits = { perBet: '100', total: '10000' }
  await act('PUT', `/v1/bankroll/delegates/${id}`, {
    limits: { SOL: limits, UTILITY: limits },
    maxFee: '0.00005',
    expiresAt: new Date(world.now() + 86_400_000).toISOString(),
  })
  return { wallet, headers: { authorization: `Bearer ${key}` } }
}

function expectStatus({ status, body }: Answer, wanted: number): Answer['body'] {
  if (status === wanted) return body
  throw new Error(`The gateway answered ${status}: ${JSON.stringify(body)}`)
}
