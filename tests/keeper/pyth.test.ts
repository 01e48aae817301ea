import { readFileSync } from 'node:fs'
import { compileTransaction, fitsTransaction, resolveMarket } from '@prediction-market/sdk'
import { Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { readAccumulatorUpdate, updateOfFeed } from '../../app/src/keeper/pyth/accumulator.ts'
import {
  closeEncodedVaa,
  initEncodedVaa,
  postUpdate,
  reclaimRent,
  verifyEncodedVaa,
  writeEncodedVaa,
} from '../../app/src/keeper/pyth/instructions.ts'
import { ReceiverPoster, writeMessage } from '../../app/src/keeper/pyth/poster.ts'
import type { Request } from '../../app/src/keeper/transactions/sender.ts'
import type { PriceUpdate } from '../../app/src/prices/source.ts'

/**
 * A made-up update of two feeds, and the instructions that `@pythnetwork/pyth-solana-receiver` 0.14.0 posts it and
 * clears it away with. Pyth's programs do not run here: that these are the same is all that can be shown.
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
    const draft = { authority: PAYER, account: address(1, 1) }
    const post = (index: number) => {
      const update = updateOfFeed(accumulator, VECTOR.feeds[index] ?? '')
      const priceUpdate = address(5 + index, 4)
      const { treasuryId } = VECTOR
      return postUpdate({ payer: PAYER, encodedVaa: draft.account, priceUpdate, update, treasuryId })
    }
    const [create = expect.fail()] = writeMessage(draft, vaa)[0] ?? []
    const built = [
      create,
      initEncodedVaa(draft),
      // The client there cuts the message elsewhere.
      writeEncodedVaa(draft, 0, vaa.subarray(0, 721)),
      writeEncodedVaa(draft, 721, vaa.subarray(721)),
      verifyEncodedVaa(draft, vaa),
      post(0),
      post(1),
      closeEncodedVaa(draft),
      reclaimRent(PAYER, address(5, 4)),
      reclaimRent(PAYER, address(6, 4)),
    ]
    expect(built.map(written)).to.deep.equal(VECTOR.instructions)
  })
})

describe('the poster', () => {
  const feedId = VECTOR.feeds[1] ?? expect.fail()
  const update = { feedId, signed: UPDATE } as unknown as PriceUpdate
  const payer = Keypair.generate()

  /** A poster whose transactions are kept and go nowhere; the one of that number fails. */
  const openPoster = (failing?: number) => {
    const sent: Request[] = []
    const sender = {
      nextPayer: payer,
      async send(request: Request) {
        sent.push(request)
        if (sent.length === failing) throw new Error('no luck')
        return undefined as never
      },
    }
    return { sent, poster: new ReceiverPoster({ sender, onError: (error) => expect.fail(error.message) }) }
  }
  const fits = ({ instructions }: Request) =>
    fitsTransaction(
      compileTransaction({
        ...{ payer: payer.publicKey, instructions, computeUnits: 1, priorityFee: 1n },
        blockhash: PublicKey.default.toBase58(),
      }),
    )

  it('writes and verifies the message in two transactions, and posts and decides in a third', async () => {
    const { sent, poster } = openPoster()
    const { price = expect.fail(), before = [], after = [], ...proof } = await poster.post(update)
    expect(sent).to.have.length(2)
    const evidence = [price, Keypair.generate().publicKey]
    const decide = resolveMarket({ market: Keypair.generate().publicKey, evidence })
    const last = { instructions: [...before, decide, ...after] }
    for (const request of [...sent, last]) expect(fits(request)).to.equal(true)
    expect(proof.payer).to.equal(payer)
    expect(proof.signers?.map(({ publicKey }) => publicKey.toBase58())).to.deep.equal([price.toBase58()])
    // Both accounts are cleared away by then.
    expect(after.map(({ keys }) => keys[1]?.pubkey)).to.deep.equal([price, before[0]?.keys[1]?.pubkey])
  })

  it('clears the message away where it goes no further', async () => {
    const { sent, poster } = openPoster(2)
    await poster.post(update).then(
      () => expect.fail('It did not fail'),
      (error: Error) => expect(error.message).to.equal('no luck'),
    )
    const message = sent[0]?.signers?.[0]?.publicKey ?? expect.fail()
    const close = closeEncodedVaa({ authority: payer.publicKey, account: message })
    expect(sent.at(-1)?.instructions.map(written)).to.deep.equal([written(close)])
  })

  it('refuses an update that nobody has signed', async () => {
    const { poster } = openPoster()
    const refused = poster.post({ feedId } as unknown as PriceUpdate)
    await refused.then(
      () => expect.fail('It did not fail'),
      (error: Error) => expect(error.message).to.contain('not signed'),
    )
  })
})
