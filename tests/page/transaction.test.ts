import {
  Keypair,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { readTransaction } from '../../web/src/wallet/transaction.ts'

const BLOCKHASH = Keypair.generate().publicKey.toBase58()

describe('page: signing without web3.js', () => {
  const [payer, other, stranger] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
  const instructions = [
    SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: payer.publicKey, lamports: 1 }),
  ]
  const message = () =>
    new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: BLOCKHASH, instructions })

  /** Signs as the burner wallet does. */
  function signed(bytes: Uint8Array, { publicKey, secretKey }: Keypair): Uint8Array {
    const { message, slotOf } = readTransaction(bytes)
    const result = Uint8Array.from(bytes)
    result.set(nacl.sign.detached(message, secretKey), slotOf(publicKey.toBytes()) ?? expect.fail())
    return result
  }

  it('puts each signature where web3.js does, in version 0', () => {
    const bytes = new VersionedTransaction(message().compileToV0Message()).serialize()
    const expected = VersionedTransaction.deserialize(bytes)
    expected.sign([payer, other])
    expect(signed(signed(bytes, other), payer)).to.deep.equal(expected.serialize())
  })

  it('and in a legacy transaction', () => {
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: BLOCKHASH })
    transaction.add(...instructions)
    const bytes = transaction.serialize({ requireAllSignatures: false })
    transaction.sign(payer, other)
    expect(Buffer.from(signed(signed(bytes, other), payer))).to.deep.equal(transaction.serialize())
  })

  it('has no place for a signature of somebody else, and refuses what it cannot read', () => {
    const bytes = new VersionedTransaction(message().compileToV0Message()).serialize()
    expect(readTransaction(bytes).slotOf(stranger.publicKey.toBytes())).to.equal(undefined)
    const version1 = Uint8Array.from(bytes)
    version1[1 + 2 * 64] = 0x81
    expect(() => readTransaction(version1)).to.throw('cannot sign transactions of this version')
    for (const broken of [new Uint8Array(), Uint8Array.of(0xff, 0xff, 0xff), bytes.slice(0, 40)]) {
      expect(() => readTransaction(broken)).to.throw('The transaction is malformed.')
    }
  })
})
