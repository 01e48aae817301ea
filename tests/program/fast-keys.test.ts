import { createRequire } from 'node:module'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import nacl from 'tweetnacl'
import { slow } from '../helpers/run/fast-keys.ts'

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('the fast keys of the tests', () => {
  it('sign and derive the same bytes as web3.js and tweetnacl do', () => {
    fc.assert(
      fc.property(seed, fc.uint8Array({ maxLength: 1_232 }), (secret, message) => {
        const { publicKey, secretKey } = Keypair.fromSeed(secret)
        expect(publicKey.toBytes()).to.deep.equal(slow.publicKey(secret))
        const signature = slow.sign(message, secret)
        expect(nacl.sign.detached(message, secretKey)).to.deep.equal(signature)
        expect(slow.signDetached(message, secretKey)).to.deep.equal(signature)
      }),
      { numRuns: 30 },
    )
  })

  it('verify what tweetnacl does', () => {
    fc.assert(
      fc.property(seed, fc.uint8Array({ maxLength: 100 }), fc.nat(95), (secret, message, position) => {
        const { publicKey, secretKey } = Keypair.fromSeed(secret)
        const key = publicKey.toBytes()
        const signature = nacl.sign.detached(message, secretKey)
        expect(nacl.sign.detached.verify(message, signature, key)).to.equal(true)
        expect(slow.verify(message, signature, key)).to.equal(true)
        const altered = Uint8Array.of(...signature, ...key)
        altered[position] = (altered[position] as number) ^ 1
        const parts = [altered.slice(0, 64), altered.slice(64)] as const
        expect(nacl.sign.detached.verify(message, ...parts)).to.equal(slow.verify(message, ...parts))
        // tweetnacl takes a second form of each signature, which Node does not take.
        const second = plusOrder(signature)
        expect(nacl.sign.detached.verify(message, second, key)).to.equal(slow.verify(message, second, key))
      }),
      { numRuns: 30 },
    )
  })

  it('are in use', () => {
    const require = createRequire(createRequire(import.meta.url).resolve('@solana/web3.js'))
    expect(require('@noble/curves/ed25519').ed25519.sign).not.to.equal(slow.sign)
    expect(nacl.sign.detached).not.to.equal(slow.signDetached)
    expect(nacl.sign.detached.verify).not.to.equal(slow.verify)
  })

  it('find the address of each list of seeds, also if they look alike together', () => {
    const program = Keypair.generate().publicKey
    const lists = [[[1, 2]], [[1], [2]], [[32], [32]], [[32, 32, 32]], [[]], [[], []]]
    for (let round = 0; round < 2; round++) {
      for (const list of lists) {
        const seeds = list.map((bytes) => Uint8Array.from(bytes))
        const [address, bump] = PublicKey.findProgramAddressSync(seeds, program)
        const expected = PublicKey.createProgramAddressSync([...seeds, Uint8Array.of(bump)], program)
        expect(address.toBase58()).to.equal(expected.toBase58())
      }
    }
    const whole = new Uint8Array(32)
    PublicKey.findProgramAddressSync([whole, Uint8Array.of(0)], program)
    const tooLong = () => PublicKey.findProgramAddressSync([Uint8Array.of(...whole, 0)], program)
    expect(tooLong).to.throw('Max seed length exceeded')
  })
})

/** A signature whose scalar is greater by the order of the curve. */
function plusOrder(signature: Uint8Array): Uint8Array {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const scalar = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`)
  const greater = Buffer.from((scalar + order).toString(16).padStart(64, '0'), 'hex').reverse()
  return Uint8Array.of(...signature.slice(0, 32), ...greater)
}
