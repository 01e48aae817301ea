import { PredictionMarketClient, type ProgramError, signAttestation } from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { migrateToken, setCurve } from '../../app/src/localnet/pump.ts'
import { chainTime, createMint, failure, mintTokens } from '../helpers/localnet/index.ts'
import { localnetChain } from '../helpers/scenarios/index.ts'

describe('markets by expiry', () => {
  it('are decided as soon as a supply, a migration or attestors prove Yes', async () => {
    // Given four markets, about a supply, a migration, holders and an event, with stakes on both sides.
    const { connection, localnet, wallets } = await localnetChain()
    const { cheats } = localnet.node
    const [creator, other] = (await wallets(2)) as [Keypair, Keypair]
    const client = new PredictionMarketClient(connection, { signer: creator })
    const minted = await createMint(connection, creator)
    const token = Keypair.generate().publicKey
    await setCurve(cheats, token, { sold: 50 })
    const conditions = [
      [{ type: 'supply', comparison: 'atLeast', target: '5', timing: 'byExpiry' }, minted],
      [{ type: 'migration', timing: 'byExpiry' }, token],
      [
        { type: 'holders', comparison: 'atLeast', target: '1000', minimumBalance: 1n, timing: 'byExpiry' },
        token,
      ],
      [{ type: 'event', timing: 'byExpiry' }, null],
    ] as const
    const expireAt = BigInt((await chainTime(connection)) + 600)
    const markets = await Promise.all(
      conditions.map(async ([condition, about], index) => {
        const nonce = (await client.chainTime()) * 1_000n + BigInt(index)
        const { market } = await client.createMarket({
          question: `Is the ${condition.type} there?`,
          condition,
          token: about,
          nonce,
          expireAt,
          currency: 'SOL',
          initialStake: { outcome: 'Yes', amount: 50_000_000n },
        })
        await client.placeBet({ market, outcome: 'No', amount: 30_000_000n }, { signer: other })
        return market
      }),
    )
    type Four = [PublicKey, PublicKey, PublicKey, PublicKey]
    const [ofSupply, ofMigration, ofHolders, ofEvent] = markets as Four
    const undecided = await failure(client.resolve({ market: ofMigration }))
    expect((undecided as ProgramError).name).to.equal('NotDecidableYet')

    // When the tokens are minted and the token has migrated.
    await mintTokens(connection, creator, minted, creator.publicKey, 5_000_000n)
    await migrateToken(cheats, token)

    // Then bets on these are refused.
    for (const market of [ofSupply, ofMigration]) {
      const bet = client.placeBet({ market, outcome: 'Yes', amount: 50_000_000n })
      expect(((await failure(bet)) as ProgramError).name).to.equal('ConditionAlreadyMet')
    }

    // And each market is decided by its proof: the accounts, or what attestors have signed.
    const observedAt = BigInt(await chainTime(connection))
    const attest = (market: PublicKey, value: bigint) => {
      const attestors = LOCALNET_KEYS.attestors.slice(1)
      const signatures = attestors.map((key) => signAttestation({ market, value, observedAt }, key))
      return { value, observedAt, signatures }
    }
    await Promise.all([
      client.resolve({ market: ofSupply }),
      client.resolve({ market: ofMigration }),
      client.resolve({ market: ofHolders, attestation: attest(ofHolders, 1_234n) }),
      client.resolve({ market: ofEvent, attestation: attest(ofEvent, 1n) }),
    ])
    for (const market of markets) {
      expect(await client.market(market)).to.include({ status: 'resolved', outcome: 'Yes' })
    }
  })
})
