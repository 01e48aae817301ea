// Fills a localnet with copies of one market.

import { PredictionMarketClient } from '@prediction-market/sdk'
import { findQuestion } from '@prediction-market/sdk/accounts'
import { type AccountInfo, Connection, Keypair, type PublicKey } from '@solana/web3.js'
import type { Localnet } from '../../app/src/localnet/localnet.ts'

/** Markets per write. */
const BATCH = 100

/** The offset of a question's market: after the discriminator and the version. */
const MARKET_OFFSET = 9

/** Writes copies of one market to the chain, each with its question, until there are `markets` of them. */
export async function fillChain({ node, program }: Localnet, markets: number): Promise<void> {
  const connection = new Connection(node.rpcUrl, 'confirmed')
  const client = new PredictionMarketClient(connection, { signer: node.payer })
  const expireAt = BigInt(node.clock.now.unixSecond + 30 * 86_400)
  const condition = { type: 'event', timing: 'atExpiry' } as const
  const { market } = await client.markets.create({
    question: 'Will the number of requests a second go up by the end of this month?',
    currency: 'SOL',
    expireAt,
    condition,
    initialStake: { outcome: 'Yes', amount: 1_234_567_891n },
  })
  const question = await accountAt(connection, findQuestion(market, program.programId))
  const state = await accountAt(connection, market)
  for (let start = 1; start < markets; start += BATCH) {
    const addresses = Array.from(
      { length: Math.min(BATCH, markets - start) },
      () => Keypair.generate().publicKey,
    )
    await Promise.all(
      addresses.flatMap((address) => {
        const text = Buffer.from(question.data)
        text.set(address.toBytes(), MARKET_OFFSET)
        return [
          node.cheats.setAccount(address, { ...state, lamports: BigInt(state.lamports) }),
          node.cheats.setAccount(findQuestion(address, program.programId), {
            owner: question.owner,
            lamports: BigInt(question.lamports),
            data: text,
          }),
        ]
      }),
    )
  }
}

async function accountAt(connection: Connection, address: PublicKey): Promise<AccountInfo<Buffer>> {
  const account = await connection.getAccountInfo(address)
  if (!account) throw new Error(`${address.toBase58()}: account not found`)
  return account
}
