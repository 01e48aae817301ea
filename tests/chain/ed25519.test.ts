import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import nacl from 'tweetnacl'
import { verifySignature } from '../../app/src/chain/ed25519.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('chain: ed25519 signatures', () => {
  it('are valid for their message and key, and for no others', () => {
    fc.assert(
      fc.property(bytes(32), fc.uint8Array({ minLength: 1 }), fc.nat(63), (seed, message, position) => {
        const { publicKey, secretKey } = Keypair.fromSeed(seed)
        const signature = nacl.sign.detached(message, secretKey)
        expect(verifySignature(message, signature, publicKey.toBytes())).to.equal(true)
        const altered = signature.slice()
        altered[position] = (altered[position] as number) ^ 1
        expect(verifySignature(message, altered, publicKey.toBytes())).to.equal(false)
        const longer = Uint8Array.of(...message, 0)
        expect(verifySignature(longer, signature, publicKey.toBytes())).to.equal(false)
        const other = Keypair.generate().publicKey.toBytes()
        expect(verifySignature(message, signature, other)).to.equal(false)
      }),
      { numRuns: 50 },
    )
  })

  it('are invalid, and no error, for a key that is no point of the curve', () => {
    fc.assert(
      fc.property(bytes(32), bytes(64), (publicKey, signature) => {
        expect(verifySignature(Uint8Array.of(1), signature, publicKey)).to.equal(false)
      }),
    )
  })
})
