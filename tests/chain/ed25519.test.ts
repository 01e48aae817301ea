import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import nacl from 'tweetnacl'
import { keypairOf, signMessage, verifySignature } from '../../app/src/chain/ed25519.ts'

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

  it('are made as web3.js and tweetnacl make them, with the same keys', () => {
    fc.assert(
      fc.property(bytes(32), fc.uint8Array(), (seed, message) => {
        const expected = Keypair.fromSeed(seed)
        const keypair = keypairOf(seed)
        expect(Buffer.from(keypair.secretKey)).to.deep.equal(Buffer.from(expected.secretKey))
        const signature = nacl.sign.detached(message, expected.secretKey)
        expect(Buffer.from(signMessage(message, keypair))).to.deep.equal(Buffer.from(signature))
      }),
      { numRuns: 50 },
    )
  })

  for (const [name, key] of [
    ['the identity', `01${'00'.repeat(31)}`],
    ['the identity that is not canonical', `ee${'ff'.repeat(30)}7f`],
    ['a point of order 2', `ec${'ff'.repeat(30)}7f`],
    ['a point of order 4', '00'.repeat(32)],
  ] as const) {
    it(`attack 81: are invalid for ${name}, for which everybody can make them`, () => {
      const publicKey = Buffer.from(key, 'hex')
      // R is the identity and s is 0, so that s·B = R + h·A whenever h·A is the identity.
      const signature = Buffer.from(`01${'00'.repeat(63)}`, 'hex')
      for (let message = 0; message < 32; message++) {
        expect(verifySignature(Uint8Array.of(message), signature, publicKey)).to.equal(false)
      }
    })
  }

  it('are invalid, without an error, for a key that is not a point of the curve', () => {
    fc.assert(
      fc.property(bytes(32), bytes(64), (publicKey, signature) => {
        expect(verifySignature(Uint8Array.of(1), signature, publicKey)).to.equal(false)
      }),
    )
  })
})
