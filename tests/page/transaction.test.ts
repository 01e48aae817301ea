import { signTransactionBytes } from '@prediction-market/sdk/rest'
import {
  Keypair,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { untilUnexpired } from '../../web/src/wallet/waiting.ts'

describe('page: the burner wallet signs transactions', () => {
  const [payer, other, stranger] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
  const instructions = [
    SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: payer.publicKey, lamports: 1 }),
  ]
  const recentBlockhash = Keypair.generate().publicKey.toBase58()
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions })
  const bytes = new VersionedTransaction(message.compileToV0Message()).serialize()

  const sign = (transaction: Uint8Array, { publicKey, secretKey }: Keypair) =>
    signTransactionBytes(transaction, publicKey.toBytes(), async (text) =>
      nacl.sign.detached(text, secretKey),
    )

  it('with each signature where web3.js puts it, and leaves what it was given as it is', async () => {
    const before = Uint8Array.from(bytes)
    const expected = VersionedTransaction.deserialize(bytes)
    expected.sign([payer, other])
    expect(await sign(await sign(bytes, other), payer)).to.deep.equal(expected.serialize())
    expect(bytes).to.deep.equal(before)
  })

  it('but not for somebody else, nor what it cannot read', async () => {
    const refusal = (transaction: Uint8Array, signer = payer) =>
      sign(transaction, signer).catch(({ message }: Error) => message)
    expect(await refusal(bytes, stranger)).to.contain(`a signature of ${stranger.publicKey.toBase58()}`)
    const version1 = Uint8Array.from(bytes)
    version1[1 + 2 * 64] = 0x81
    expect(await refusal(version1)).to.contain('must be of version 0')
    const legacy = new Transaction({ feePayer: payer.publicKey, recentBlockhash }).add(...instructions)
    expect(await refusal(legacy.serialize({ requireAllSignatures: false }))).to.contain('version 0')
    for (const broken of [new Uint8Array(), Uint8Array.of(0xff, 0xff, 0xff), bytes.slice(0, 133)]) {
      expect(await refusal(broken)).to.contain('is malformed')
    }
  })
})

describe('page: a transaction that expires before it is confirmed', () => {
  const refusal = (code: string | null) => Object.assign(new Error('no'), { code })
  const expired = () => refusal('TransactionExpired')

  it('is built again, and its owner asked again, but not without end', async () => {
    let runs = 0
    await untilUnexpired(async () => {
      runs += 1
      if (runs < 3) throw expired()
    })
    expect(runs).to.equal(3)
    runs = 0
    const always = untilUnexpired(async () => {
      runs += 1
      throw expired()
    })
    expect(await always.catch((error: Error) => error.message)).to.equal('no')
    expect(runs).to.equal(3)
  })

  it('is not if it may have been placed, or was refused', async () => {
    for (const error of [refusal(null), refusal('PayoutTooLow'), new Error('?')]) {
      let runs = 0
      const failed = untilUnexpired(async () => {
        runs += 1
        throw error
      })
      expect(await failed.catch((reason: Error) => reason)).to.equal(error)
      expect(runs).to.equal(1)
    }
  })
})
