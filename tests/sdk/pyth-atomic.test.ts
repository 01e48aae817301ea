import { readFileSync } from 'node:fs'
import { type Fetched, type Market, PredictionMarketClient, ProgramError } from '@prediction-market/sdk'
import {
  type PlannedTransaction,
  type PriceUpdate,
  PYTH,
  PYTH_PRO,
  planAtomicPosting,
} from '@prediction-market/sdk/oracle/pyth'
import {
  compileTransaction,
  fitsTransaction,
  NO_BLOCKHASH,
  submitPlan,
  type TransactionVersion,
} from '@prediction-market/sdk/transaction'
import { Connection, Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import {
  readAccumulatorUpdate,
  signaturesOf,
  trimSignatures,
  updateOfFeed,
} from '../../sdk/src/core/oracle/pyth/accumulator.ts'
import { postUpdateAtomic, reclaimRent } from '../../sdk/src/core/oracle/pyth/instructions.ts'
import { codecOf } from '../../sdk/src/web3/codec.ts'

interface Instruction {
  programId: string
  data: string
  keys: [string, boolean, boolean][]
}

/**
 * A production update of two feeds with three of five signatures, as Pyth publishes it in the receiver's tests, and
 * `post_update_atomic` for it as Anchor builds it from the IDL in `@pythnetwork/pyth-solana-receiver` 0.14.0; `trimmed`
 * is the same for an update with 13 signatures, of which three are left.
 */
const VECTOR = JSON.parse(readFileSync(new URL('../vectors/pyth-atomic.json', import.meta.url), 'utf8')) as {
  update: string
  vaa: string
  feeds: string[]
  payer: string
  priceUpdate: string
  treasuryId: number
  instructions: Instruction[]
  trimmed: Instruction
}
const LONG = JSON.parse(readFileSync(new URL('../vectors/pyth-receiver.json', import.meta.url), 'utf8')) as {
  update: string
  feeds: string[]
}

const signed = ({ update, feeds }: { update: string; feeds: string[] }) =>
  ({ feedId: feeds[0], signed: Buffer.from(update, 'hex') }) as unknown as PriceUpdate

const written = ({ programId, data, keys }: TransactionInstruction): Instruction => ({
  programId: programId.toBase58(),
  data: data.toString('hex'),
  keys: keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
})

/** Answers what an account costs, and nothing else. */
class RentedConnection extends Connection {
  override async getMinimumBalanceForRentExemption(bytes: number): Promise<number> {
    return bytes
  }
}

describe('an update that is posted with its signatures', () => {
  const client = new PredictionMarketClient(new RentedConnection('http://127.0.0.1:9'))
  const payer = new PublicKey(VECTOR.payer)
  const marketOf = (type: 'price' | 'marketCap' = 'price', { receiver } = PYTH_PRO) =>
    ({
      address: Keypair.generate().publicKey,
      token: Keypair.generate().publicKey,
      condition: { type, feed: VECTOR.feeds[0], comparison: 'above', target: '1', timing: 'atExpiry' },
      terms: { attestorSet: 0, pythReceiver: receiver },
    }) as unknown as Fetched<Market>
  const planOf = (market: Fetched<Market>, price = signed(VECTOR)) =>
    client.decisions.planResolve({ market, price, payer })
  const compiled = ({ instructions, version }: PlannedTransaction) =>
    compileTransaction({
      payer,
      instructions,
      version,
      computeUnits: 1,
      priorityFee: 1n,
      blockhash: NO_BLOCKHASH,
    })

  it("is posted by the receiver's instruction", () => {
    const posting = { ...PYTH_PRO, payer, treasuryId: VECTOR.treasuryId }
    const priceUpdate = new PublicKey(VECTOR.priceUpdate)
    const accumulator = readAccumulatorUpdate(Buffer.from(VECTOR.update, 'hex'))
    expect(accumulator.vaa.toString('hex')).to.equal(VECTOR.vaa)
    expect(signaturesOf(accumulator.vaa)).to.equal(3)
    const built = VECTOR.feeds.map((feed) => {
      const update = updateOfFeed(accumulator, feed)
      return written(postUpdateAtomic(codecOf(), { ...posting, priceUpdate, vaa: accumulator.vaa, update }))
    })
    expect(built).to.deep.equal(VECTOR.instructions)
    const long = readAccumulatorUpdate(Buffer.from(LONG.update, 'hex'))
    const vaa = trimSignatures(long.vaa, 3)
    const update = updateOfFeed(long, LONG.feeds[0] ?? '')
    expect(written(postUpdateAtomic(codecOf(), { ...posting, priceUpdate, vaa, update }))).to.deep.equal(
      VECTOR.trimmed,
    )
  })

  it('decides and gives its rent back in one transaction of 1,185 bytes', async () => {
    const market = marketOf()
    const { setup, decide, abandon } = await planOf(market)
    expect({ setup, abandon }).to.deep.equal({ setup: [], abandon: null })
    const [post, resolve, reclaim, ...others] = decide.instructions
    const price = decide.signers[0]?.publicKey ?? expect.fail()
    expect(others).to.deep.equal([])
    expect(post?.data.subarray(0, 8).toString('hex')).to.equal(VECTOR.instructions[0]?.data.slice(0, 16))
    expect(resolve?.keys.map(({ pubkey }) => pubkey)).to.deep.include.members([market.address, price])
    expect(reclaim && written(reclaim)).to.deep.equal(
      written(reclaimRent(codecOf(), PYTH_PRO.receiver, payer, price)),
    )
    expect(compiled(decide).serialize()).to.have.length(1_185)
    // The mint of a market capitalisation has room too.
    expect((await planOf(marketOf('marketCap'))).setup).to.deep.equal([])
  })

  it('takes a random treasury, which it locks', () => {
    const used = Array.from({ length: 40 }, () => planAtomicPosting(signed(VECTOR), { payer })?.post.keys[3])
    expect(new Set(used.map((key) => key?.pubkey.toBase58())).size).to.be.greaterThan(20)
  })

  it('is trimmed to the quorum, and takes the longer way if it has too few or the receiver wants more', async () => {
    const trimmed = await planOf(marketOf(), signed(LONG))
    expect(trimmed.setup).to.deep.equal([])
    const { vaa } = readAccumulatorUpdate(Buffer.from(VECTOR.update, 'hex'))
    const few = Buffer.from(VECTOR.update, 'hex')
    few.writeUInt8(2, few.indexOf(vaa) + 5)
    expect(planAtomicPosting({ ...signed(VECTOR), signed: few }, { payer })).to.equal(null)
    const older = await planOf(marketOf('price', PYTH), signed(LONG))
    expect([older.setup.length, older.otherwise]).to.deep.equal([2, null])
  })

  it('takes the longer way if a simulation says that its signatures are too few', async () => {
    const refusals = [
      { name: 'PriceNotVerified', code: 6_037, program: client.programId.toBase58() },
      { name: 'UnknownProgramError', code: 6_015, program: PYTH_PRO.receiver.toBase58() },
    ]
    for (const refusal of refusals) {
      const sent: PlannedTransaction[] = []
      const send = async (transaction: PlannedTransaction) => {
        sent.push(transaction)
        if (sent.length === 1) throw new ProgramError({ ...refusal, message: 'no', logs: [] })
        return sent.length
      }
      const market = marketOf()
      expect(await submitPlan(await planOf(market), send)).to.equal(3)
      expect(sent.every((one) => fitsTransaction(compiled(one)))).to.equal(true)
      const resolve = sent.at(-1)?.instructions[1]
      expect(resolve?.keys[1]?.pubkey).to.deep.equal(market.address)
    }
    // A refusal of the market is final.
    const decided = { name: 'MarketDecided', code: 6_000, program: null, message: 'no', logs: [] }
    const refused = submitPlan(await planOf(marketOf()), () => Promise.reject(new ProgramError(decided)))
    expect(await refused.catch((error: Error) => error.name)).to.equal('MarketDecided')
  })

  for (const [version, most] of [
    [0, 2],
    [1, 20],
  ] as [TransactionVersion, number][]) {
    it(`decides up to ${most} markets at once in version ${version}`, async () => {
      const markets = Array.from({ length: 45 }, () => ({ market: marketOf() }))
      const input = { update: signed(VECTOR), markets, payer, version }
      const plans = await client.decisions.planResolveShared(input)
      const counts = plans.map((plan) => plan.markets.length)
      expect(Math.max(...counts)).to.equal(most)
      expect(counts).to.have.length(Math.ceil(45 / most))
      expect(plans.flatMap((plan) => plan.markets)).to.deep.equal(markets.map(({ market }) => market.address))
      for (const { decide, setup } of plans) {
        expect(setup).to.deep.equal([])
        expect(fitsTransaction(compiled(decide))).to.equal(true)
      }
      const prices = plans.map(({ decide }) => decide.signers[0]?.publicKey.toBase58())
      expect(new Set(prices).size, 'an account for each').to.equal(plans.length)
    })
  }

  it('is not shared by markets of other receivers', async () => {
    const markets = [{ market: marketOf() }, { market: marketOf('price', PYTH) }]
    const refused = client.decisions.planResolveShared({ update: signed(VECTOR), markets, payer })
    expect(await refused.catch(String)).to.contain('markets: must be at least one, all with the same')
  })
})
