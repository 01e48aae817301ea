import { readFileSync } from 'node:fs'
import { type Fetched, InvalidInputError, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import { resolveMarket } from '@prediction-market/sdk/instructions'
import {
  type PlannedTransaction,
  type PriceUpdate,
  PYTH,
  PYTH_PRO,
  PYTH_RECEIVERS,
  planPricePosting,
  pythDeployment,
  writeVaa,
} from '@prediction-market/sdk/oracle/pyth'
import {
  compileTransaction,
  fitsTransaction,
  NO_BLOCKHASH,
  type ResolutionPlan,
  submitPlan,
} from '@prediction-market/sdk/transaction'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemInstruction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { readAccumulatorUpdate, updateOfFeed } from '../../sdk/src/core/oracle/pyth/accumulator.ts'
import {
  closeEncodedVaa,
  initEncodedVaa,
  postUpdate,
  reclaimRent,
  vaaAccountSize,
  verifyEncodedVaa,
  writeEncodedVaa,
} from '../../sdk/src/core/oracle/pyth/instructions.ts'
import { codecOf } from '../../sdk/src/web3/codec.ts'

/**
 * A made-up update of two feeds, and the instructions by which `@pythnetwork/pyth-solana-receiver` 0.14.0 posts it and
 * closes its accounts. Pyth's programs do not run here, so this test compares instructions.
 */
const VECTOR = JSON.parse(
  readFileSync(new URL('../vectors/pyth-receiver.json', import.meta.url), 'utf8'),
) as {
  update: string
  vaa: string
  feeds: string[]
  payer: string
  treasuryId: number
  instructions: { programId: string; data: string; keys: [string, boolean, boolean][] }[]
}

const UPDATE = Buffer.from(VECTOR.update, 'hex')
const PAYER = new PublicKey(VECTOR.payer)

const written = ({ programId, data, keys }: TransactionInstruction) => ({
  programId: programId.toBase58(),
  data: data.toString('hex'),
  keys: keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
})

/** An address in one of the vector's instructions. */
function address(instruction: number, key: number): PublicKey {
  return new PublicKey(VECTOR.instructions[instruction]?.keys[key]?.[0] ?? expect.fail())
}

/** Answers what an account costs, and nothing else. */
class RentedConnection extends Connection {
  override async getMinimumBalanceForRentExemption(bytes: number): Promise<number> {
    return 1_000_000 + bytes
  }
}

describe("Pyth's deployments", () => {
  it('are those that the program takes', () => {
    const path = '../../programs/prediction_market/src/constants.rs'
    const source = readFileSync(new URL(path, import.meta.url), 'utf8')
    const [, list = ''] = source.split('pub const PYTH_RECEIVERS')
    const taken = [...list.slice(0, list.indexOf('];')).matchAll(/pubkey!\("(\w+)"\)/g)].map(([, key]) => key)
    expect(PYTH_RECEIVERS.map(String)).to.deep.equal(taken)
  })

  it('each have a bridge and a push oracle of their own', () => {
    const addresses = [PYTH, PYTH_PRO].flatMap(({ receiver, wormhole, pushOracle }) =>
      [receiver, wormhole, pushOracle].map(String),
    )
    expect(new Set(addresses).size).to.equal(6)
    expect(PYTH_RECEIVERS.map((receiver) => pythDeployment(receiver))).to.deep.equal([PYTH, PYTH_PRO])
    // The account that names the second bridge.
    const [config] = PublicKey.findProgramAddressSync([Buffer.from('config')], PYTH_PRO.receiver)
    expect(config.toBase58()).to.equal('H3R4M45f2gyqp6geVUruapzZdyxpgGZ96UnWkDM3ndye')
  })
})

describe('a signed update', () => {
  const accumulator = readAccumulatorUpdate(UPDATE)

  it('is read', () => {
    expect(accumulator.vaa.toString('hex')).to.equal(VECTOR.vaa)
    expect(accumulator.updates.map(({ message }) => message.toString('hex', 1, 33))).to.deep.equal(
      VECTOR.feeds,
    )
    for (const { proof } of accumulator.updates) expect(proof).to.have.length(10)
  })

  it('that is something else, cut short or without the feed is refused', () => {
    expect(() => readAccumulatorUpdate(Buffer.from('no update'))).to.throw('not an accumulator update')
    for (const length of [3, 20, 800, UPDATE.length - 1]) {
      expect(() => readAccumulatorUpdate(UPDATE.subarray(0, length))).to.throw('cut short')
    }
    expect(() => updateOfFeed(accumulator, '00'.repeat(32))).to.throw('no price of feed')
  })

  it('is posted by the instructions of the receiver and the bridge', () => {
    const { vaa } = accumulator
    const { receiver, wormhole } = PYTH
    const draft = { wormhole, authority: PAYER, account: address(1, 1) }
    const post = (index: number) => {
      const update = updateOfFeed(accumulator, VECTOR.feeds[index] ?? '')
      const priceUpdate = address(5 + index, 4)
      const { treasuryId } = VECTOR
      return postUpdate(codecOf(), {
        receiver,
        payer: PAYER,
        encodedVaa: draft.account,
        priceUpdate,
        update,
        treasuryId,
      })
    }
    const [create = expect.fail()] = writeVaa(draft, vaa, (128 + vaaAccountSize(vaa)) * 6_960)[0] ?? []
    const built = [
      create,
      initEncodedVaa(codecOf(), draft),
      // The client there cuts the message elsewhere.
      writeEncodedVaa(codecOf(), draft, 0, vaa.subarray(0, 721)),
      writeEncodedVaa(codecOf(), draft, 721, vaa.subarray(721)),
      verifyEncodedVaa(codecOf(), draft, vaa),
      post(0),
      post(1),
      closeEncodedVaa(codecOf(), draft),
      reclaimRent(codecOf(), receiver, PAYER, address(5, 4)),
      reclaimRent(codecOf(), receiver, PAYER, address(6, 4)),
    ]
    expect(built.map(written)).to.deep.equal(VECTOR.instructions)
  })
})

describe('the posting of a signed update', () => {
  const feedId = VECTOR.feeds[1] ?? expect.fail()
  const update = { feedId, signed: UPDATE } as unknown as PriceUpdate
  const payer = Keypair.generate().publicKey
  const client = new PredictionMarketClient(new RentedConnection('http://127.0.0.1:9'))
  const market = {
    address: Keypair.generate().publicKey,
    token: Keypair.generate().publicKey,
    condition: { type: 'marketCap', feed: feedId, comparison: 'above', target: '1', timing: 'atExpiry' },
    terms: { attestorSet: 0, pythReceiver: PYTH.receiver },
  } as unknown as Fetched<Market>
  const { wormhole } = PYTH

  const fits = ({ instructions }: PlannedTransaction) =>
    fitsTransaction(
      compileTransaction({ payer, instructions, computeUnits: 1, priorityFee: 1n, blockhash: NO_BLOCKHASH }),
    )

  /** Sends a plan nowhere and keeps what was sent; the transaction of that number fails. */
  const submit = async (plan: ResolutionPlan, failing?: number) => {
    const sent: PlannedTransaction[] = []
    const send = async (transaction: PlannedTransaction) => {
      sent.push(transaction)
      if (sent.length === failing) throw new Error('no luck')
      return sent.length
    }
    const result = await submitPlan(plan, send).catch((error: Error) => error.message)
    return { sent, result }
  }

  it('writes and verifies the message in two transactions, and posts and decides in a third', async () => {
    const plan = await client.decisions.planResolve({ market, price: update, payer })
    const { sent, result } = await submit(plan)
    expect(result).to.equal(3)
    for (const transaction of sent) expect(fits(transaction)).to.equal(true)

    const message = sent[0]?.signers[0]?.publicKey ?? expect.fail()
    const { instructions = [], signers = [] } = sent[2] ?? {}
    const price = signers[0]?.publicKey ?? expect.fail()
    expect(sent.map((one) => one.signers.length)).to.deep.equal([1, 0, 1])
    const { lamports, space } = SystemInstruction.decodeCreateAccount(
      sent[0]?.instructions[0] ?? expect.fail(),
    )
    expect(lamports).to.equal(1_000_000 + space)
    const [post, resolve, ...close] = instructions
    expect(post?.keys[4]?.pubkey).to.deep.equal(price)
    const evidence = [price, market.token ?? expect.fail()]
    expect(resolve).to.deep.equal(resolveMarket({ keeper: payer, market: market.address, evidence }))
    expect(close.map(written)).to.deep.equal([
      written(reclaimRent(codecOf(), PYTH.receiver, payer, price)),
      written(closeEncodedVaa(codecOf(), { wormhole, authority: payer, account: message })),
    ])
  })

  it('closes the account of the message if a later transaction fails', async () => {
    const plan = await client.decisions.planResolve({ market, price: update, payer })
    for (const failing of [2, 3]) {
      const { sent, result } = await submit(plan, failing)
      expect(result).to.equal('no luck')
      expect(sent).to.have.length(failing + 1)
      const account = sent[0]?.signers[0]?.publicKey ?? expect.fail()
      const close = closeEncodedVaa(codecOf(), { wormhole, authority: payer, account })
      expect(sent.at(-1)?.instructions.map(written)).to.deep.equal([written(close)])
    }
    // There is nothing to close if the first one fails.
    expect((await submit(plan, 1)).sent).to.have.length(1)
  })

  it("goes to the receiver of the market's terms", async () => {
    for (const { receiver, wormhole } of [PYTH, PYTH_PRO]) {
      const posting = planPricePosting(update, { payer, rent: 1, receiver })
      const programs = [
        ...posting.setup.flatMap(({ instructions }) => instructions),
        posting.post,
        ...posting.close,
      ].map(({ programId }) => programId)
      const ofPyth = programs.filter((program) => receiver.equals(program))
      const ofWormhole = programs.filter((program) => wormhole.equals(program))
      expect([ofPyth.length, ofWormhole.length, programs.length]).to.deep.equal([2, 5, 8])
    }
    const nowhere = { ...market, terms: { ...market.terms, pythReceiver: payer } }
    const refused = await client.decisions
      .planResolve({ market: nowhere, price: update, payer })
      .catch(String)
    expect(refused).to.contain("pythReceiver: must be one of Pyth's receiver programs")
  })

  it('is not needed for a price that is on chain', async () => {
    const price = Keypair.generate().publicKey
    const { decide, ...rest } = await client.decisions.planResolve({ market, price, payer })
    expect(rest).to.deep.equal({ setup: [], abandon: null, otherwise: null })
    expect(decide.signers).to.deep.equal([])
    const evidence = [price, market.token ?? expect.fail()]
    expect(decide.instructions).to.deep.equal([
      resolveMarket({ keeper: payer, market: market.address, evidence }),
    ])
  })

  it('refuses an update that nobody has signed', () => {
    const unsigned = { feedId } as unknown as PriceUpdate
    expect(() => planPricePosting(unsigned, { payer, rent: 1 })).to.throw(
      InvalidInputError,
      'signed: is missing',
    )
  })
})
