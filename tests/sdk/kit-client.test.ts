import type { Condition } from '@prediction-market/sdk'
import {
  type FetchedMarket,
  InvalidInputError,
  NoPositionError,
  NoSolError,
  NotDecidableError,
  PredictionMarketClient,
  ProgramError,
  SigningError,
  TransactionFailedError,
} from '@prediction-market/sdk/kit'
import {
  type Address,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  type SignatureBytes,
  type TransactionSendingSigner,
} from '@solana/kit'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { mintTokens } from '../helpers/localnet/index.ts'
import { setCurve, setPool } from '../helpers/oracle/pump.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld, travelTo, UTILITY } from '../helpers/sdk/client-world.ts'
import { toKit } from '../helpers/sdk/convert.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

const SUPPLY: Condition = { type: 'supply', comparison: 'below', target: '1', timing: 'byExpiry' }
const MIGRATION: Condition = { type: 'migration', timing: 'byExpiry' }

describe('the Kit client', () => {
  let world: ClientWorld
  let client: PredictionMarketClient
  let alice: KeyPairSigner

  const signerOf = (wallet: Keypair) => createKeyPairSignerFromBytes(wallet.secretKey)

  /** A market that expires in an hour. */
  async function open(condition: Condition, token: Address | null = null) {
    const expireAt = (await client.chainTime()) + 3_600n
    return client.markets.create({ question: 'Will Kit do?', condition, token, expireAt, currency: 'SOL' })
  }

  /** Writes accounts of pump.fun to the node, as its tests write them to a chain. */
  async function writePump(token: Address, isMigrated: boolean) {
    const writes: Promise<unknown>[] = []
    const { node } = world
    const chain = {
      setAccount: (key: never, account: { lamports: bigint; data: Buffer; owner: never }) => {
        writes.push(node.cheats.setAccount(key, account))
      },
    } as never
    setCurve(chain, new PublicKey(token), { complete: isMigrated ? 1 : 0 })
    if (isMigrated) setPool(chain, new PublicKey(token))
    await Promise.all(writes)
  }

  before(async () => {
    world = await startClientWorld()
    alice = await signerOf(await world.wallet())
    client = new PredictionMarketClient({
      rpc: createSolanaRpc(world.node.rpcUrl),
      signer: alice,
    })
  })

  after(() => world.stop())

  it('fills in the evidence of a supply, decides by it, pays and closes', async () => {
    const { connection, mint } = world
    const { payer } = world.node
    await mintTokens(connection, payer, mint, payer.publicKey, 100n * UTILITY)
    const token = toKit(mint)
    const { market } = await open(SUPPLY, token)
    await client.bets.place({ market, outcome: 'No', amount: SOL })
    await client.bets.place(
      { market, outcome: 'Yes', amount: SOL },
      { signer: await signerOf(await world.wallet()) },
    )
    const early = await thrownBy(client.decisions.decide(market), NotDecidableError)
    const { expireAt } = (await client.markets.get(market)) as FetchedMarket
    expect(early.decidableAt).to.equal(expireAt)
    await travelTo(world, expireAt)
    const decided = await client.decisions.decide(market)
    expect(decided.market).to.include({ status: 'resolved', outcome: 'No' })

    const [holding] = (await client.positions(alice.address)).filter((one) => one.market.address === market)
    expect(holding).to.deep.include({ result: 'won', question: 'Will Kit do?' })
    expect(holding?.stake).to.deep.equal({ Yes: 0n, No: SOL })
    expect(holding?.value).to.equal(holding?.winnings)
    await client.decisions.collectFees({ market })
    await client.decisions.settle({ market })
    await thrownBy(client.bets.claim({ market }), NoPositionError)
    expect(await client.bets.positions({ market })).to.deep.equal([])
  })

  it('fills in the evidence of a migration, and decides early by it', async () => {
    const token = toKit((await world.wallet()).publicKey)
    await writePump(token, false)
    const { market } = await open(MIGRATION, token)
    await client.bets.place({ market, outcome: 'Yes', amount: SOL })
    await thrownBy(client.decisions.decide(market), NotDecidableError)
    await travelTo(world, (await client.chainTime()) + 600n)
    await writePump(token, true)
    expect((await client.decisions.decide(market)).market.answer).to.equal('Yes')
  })

  it('follows what a wallet sends itself, and says why it failed', async () => {
    const rpc = createSolanaRpc(world.node.rpcUrl)
    const wallet: TransactionSendingSigner = {
      address: alice.address,
      signAndSendTransactions: (transactions) =>
        Promise.all(
          transactions.map(async (transaction) => {
            const [own] = await alice.signTransactions([transaction as never])
            const signed = { ...transaction, signatures: { ...transaction.signatures, ...own } }
            const options = { encoding: 'base64', skipPreflight: true } as const
            const sent = await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), options).send()
            return getBase58Encoder().encode(sent) as SignatureBytes
          }),
        ),
    }
    const { market } = await open(PRICE_AT_EXPIRY)
    const bet = { market, outcome: 'Yes', amount: SOL } as const
    await client.bets.place(bet, { signer: wallet })
    expect((await client.bets.position(market, alice.address))?.stakes.Yes).to.equal(SOL)
    const short = client.bets.place(bet, { signer: wallet, computeUnits: 2_000 })
    const { reason } = await thrownBy(short, TransactionFailedError)
    expect(reason).to.deep.equal({ InstructionError: [2, 'ProgramFailedToComplete'] })
  })

  it('says by name what is wrong', async () => {
    const { market } = await open(PRICE_AT_EXPIRY)
    const bet = { market, outcome: 'Yes', amount: SOL } as const
    const refused = await thrownBy(client.bets.place({ ...bet, amount: 1n }), ProgramError)
    expect(refused.name).to.equal('StakeTooSmall')
    const poor = await signerOf(Keypair.generate())
    expect((await thrownBy(client.bets.place(bet, { signer: poor }), NoSolError)).wallet).to.equal(
      poor.address,
    )
    const refusing = { ...alice, signTransactions: () => Promise.reject(new Error('no')) }
    await thrownBy(client.bets.place(bet, { signer: refusing }), SigningError)
    const bare = new PredictionMarketClient({ rpc: createSolanaRpc(world.node.rpcUrl) })
    await thrownBy(bare.bets.place(bet), InvalidInputError)
    expect(() => bare.markets.follow(market, () => {})).to.throw(InvalidInputError, 'rpcSubscriptions')
  })
})
