import { PredictionMarketClient, type ProgramError } from '@prediction-market/sdk'
import { signAttestation } from '@prediction-market/sdk/oracle'
import { payout } from '@prediction-market/sdk/rules'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { migrateToken, setCurve } from '../../app/src/localnet/pump.ts'
import { chainTime, createToken, failure, mintTokens, paidBy } from '../helpers/localnet/index.ts'
import { localnetChain } from '../helpers/scenarios/index.ts'

/** Stakes in lamports: of the first minute on each side, and just before the news. */
const [YES, NO, LATE] = [50_000_000n, 30_000_000n, 1_000_000_000n]

describe('markets by expiry', () => {
  it('are decided as soon as a supply, a migration or attestors prove Yes', async () => {
    // Given four markets, about a supply, a migration, holders and an event, with stakes on both sides.
    const { connection, localnet, wallets, reach } = await localnetChain()
    const { cheats } = localnet.node
    const [creator, other, late] = (await wallets(3)) as [Keypair, Keypair, Keypair]
    const client = new PredictionMarketClient(connection, { signer: creator })
    const minted = await createToken(connection, creator)
    const token = Keypair.generate().publicKey
    await setCurve(cheats, token, 50)
    const conditions = [
      [{ type: 'supply', comparison: 'atLeast', target: '5', timing: 'byExpiry' }, minted],
      [{ type: 'migration', timing: 'byExpiry' }, token],
      [
        { type: 'holders', comparison: 'atLeast', target: '1000', minimumBalance: 1n, timing: 'byExpiry' },
        minted,
      ],
      [{ type: 'event', timing: 'byExpiry' }, null],
    ] as const
    const expireAt = BigInt((await chainTime(connection)) + 600)
    const markets = await Promise.all(
      conditions.map(async ([condition, about], index) => {
        const nonce = (await client.chainTime()) * 1_000n + BigInt(index)
        const { market } = await client.markets.create({
          question: `Is the ${condition.type} there?`,
          condition,
          token: about,
          nonce,
          expireAt,
          currency: 'SOL',
          initialStake: { outcome: 'Yes', amount: YES },
        })
        await client.bets.place({ market, outcome: 'No', amount: NO }, { signer: other })
        return market
      }),
    )
    type Four = [PublicKey, PublicKey, PublicKey, PublicKey]
    const [ofSupply, ofMigration, ofHolders, ofEvent] = markets as Four
    const undecided = await failure(client.decisions.resolve({ market: ofMigration }))
    expect((undecided as ProgramError).name).to.equal('NotDecidableYet')

    // When somebody bets on the event minutes later, just before the news.
    await reach((await chainTime(connection)) + 120)
    await client.bets.place({ market: ofEvent, outcome: 'Yes', amount: LATE }, { signer: late })

    // And the tokens are minted, and the token has migrated.
    await mintTokens(connection, creator, minted, creator.publicKey, 5_000_000n)
    await migrateToken(cheats, token)

    // Then bets on these are refused.
    for (const market of [ofSupply, ofMigration]) {
      const bet = client.bets.place({ market, outcome: 'Yes', amount: 50_000_000n })
      expect(((await failure(bet)) as ProgramError).name).to.equal('AnswerFixed')
    }

    // And each market is decided by its proof: the accounts, or what attestors have signed.
    const second = BigInt(await chainTime(connection))
    const attest = (market: PublicKey) => {
      const attestors = LOCALNET_KEYS.attestors.slice(1)
      const signatures = attestors.map((key) => signAttestation({ market, second, isMet: true }, key))
      return { second, isMet: true, signatures }
    }
    await Promise.all([
      client.decisions.resolve({ market: ofSupply }),
      client.decisions.resolve({ market: ofMigration }),
      client.decisions.resolve({ market: ofHolders, attestation: attest(ofHolders) }),
      client.decisions.resolve({ market: ofEvent, attestation: attest(ofEvent) }),
    ])
    for (const market of markets) {
      expect(await client.markets.get(market)).to.include({ status: 'resolved', outcome: 'Yes' })
    }

    // And the bet before the news has won nothing and lost nothing, at nobody's expense.
    const decided = (await client.markets.get(ofEvent)) ?? expect.fail()
    expect(decided.pools).to.deep.equal({ Yes: YES + LATE, No: NO })
    expect(decided.late).to.deep.equal({ Yes: LATE, No: 0n })
    const paid = await paidBy(client, decided, [creator, other, late], () =>
      client.decisions.settle({ market: ofEvent }, { signer: localnet.node.payer }),
    )
    expect(paid).to.deep.equal([payout(YES, YES, NO, decided.terms), 0n, LATE])
  })
})
