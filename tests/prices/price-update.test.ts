import { createHash } from 'node:crypto'
import { PYTH, PYTH_PRO } from '@prediction-market/sdk/oracle/pyth'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import {
  decodePriceUpdate,
  encodePriceUpdate,
  feedAddress,
  PRICE_UPDATE_SIZE,
  type PriceUpdateAccount,
  proofAddress,
} from '../../app/src/prices/pyth.ts'

const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'

/** Accounts of mainnet as its nodes answered them: the current SOL/USD update of each of Pyth's deployments. */
const MAINNET = [
  {
    deployment: PYTH,
    address: '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE',
    data:
      'IvEjY51+9M1gMUcENA3t3zcf1CRyFI8kjp0abRpesqw6zYt/1dayQwHvDYtv2izrpB2hXUCV0do5Kg0vjtDGx7wPTPrIwoC1baZJ' +
      'nEsCAAAAX/FdAAAAAAD4////H9iMagAAAAAe2IxqAAAAAJDdWEYCAAAABqdDAAAAAABH11AaAAAAAAA=',
    price: 98_58468262n,
    conf: 6156639n,
    publishTime: 1_787_615_263,
    emaPrice: 97_70163600n,
    emaConf: 4433670n,
    postedSlot: 441_505_607n,
  },
  {
    deployment: PYTH_PRO,
    address: '7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE',
    data:
      'IvEjY51+9M1bsRWwDdII6qyfKmvtWLaGyH3c9S5trfFYcCJDMhaezQHvDYtv2izrpB2hXUCV0do5Kg0vjtDGx7wPTPrIwoC1bT3R' +
      'gGMCAAAANSAVAAAAAAD4////OqWsagAAAAA5paxqAAAAAKiftGACAAAABVkZAAAAAACdR7MaAAAAAAA=',
    price: 102_59321149n,
    conf: 1384501n,
    publishTime: 1_789_699_386,
    emaPrice: 102_12384680n,
    emaConf: 1661189n,
    postedSlot: 447_956_893n,
  },
]

const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

const anyAccount: fc.Arbitrary<PriceUpdateAccount> = fc.record({
  writeAuthority: bytes32.map((bytes) => new PublicKey(bytes)),
  verification: fc.oneof(
    fc.constant('full' as const),
    fc.record({ signatures: fc.integer({ min: 0, max: 255 }) }),
  ),
  update: fc.record({
    feedId: bytes32.map((bytes) => Buffer.from(bytes).toString('hex')),
    price: i64,
    conf: u64,
    exponent: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    publishTime: fc.integer({ min: 0, max: 2 ** 40 }),
    prevPublishTime: fc.integer({ min: 0, max: 2 ** 40 }),
    emaPrice: i64,
    emaConf: u64,
  }),
  postedSlot: u64,
})

describe('a PriceUpdateV2 account', () => {
  for (const { deployment, address, data, postedSlot, ...prices } of MAINNET) {
    const bytes = Buffer.from(data, 'base64')

    it(`of mainnet, owned by ${deployment.receiver.toBase58().slice(0, 4)}…, is read to the unit`, () => {
      expect(decodePriceUpdate(bytes)).to.deep.equal({
        writeAuthority: new PublicKey(address),
        verification: 'full',
        update: { feedId: SOL_USD, exponent: -8, prevPublishTime: prices.publishTime - 1, ...prices },
        postedSlot,
      })
    })

    it(`of mainnet, owned by ${deployment.receiver.toBase58().slice(0, 4)}…, is written to the byte`, () => {
      expect(encodePriceUpdate(decodePriceUpdate(bytes)).toString('base64')).to.equal(data)
    })

    it(`is where ${deployment.pushOracle.toBase58().slice(0, 4)}… keeps the feed`, () => {
      expect(feedAddress(SOL_USD, deployment).toBase58()).to.equal(address)
      expect(feedAddress(`0x${SOL_USD.toUpperCase()}`, deployment).toBase58()).to.equal(address)
    })
  }

  it('starts with its discriminator and takes 134 bytes', () => {
    const [account] = fc.sample(anyAccount, 1)
    if (!account) expect.fail('No sample')
    const data = encodePriceUpdate(account)
    const hash = createHash('sha256').update('account:PriceUpdateV2').digest()
    expect(data.subarray(0, 8).equals(hash.subarray(0, 8))).to.equal(true)
    expect(data.length).to.equal(PRICE_UPDATE_SIZE).and.to.equal(134)
  })

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(anyAccount, (account) => {
        expect(decodePriceUpdate(encodePriceUpdate(account))).to.deep.equal(account)
      }),
    )
  })

  it('is refused if it is something else', () => {
    const good = Buffer.from(MAINNET[0]?.data ?? '', 'base64')
    const other = Buffer.from(good)
    other.writeUInt8(0, 0)
    const level = Buffer.from(good)
    level.writeUInt8(2, 40)

    expect(() => decodePriceUpdate(other)).to.throw('unknown account discriminator')
    expect(() => decodePriceUpdate(level)).to.throw('unknown verification level 2')
    expect(() => decodePriceUpdate(good.subarray(0, 132))).to.throw('must be at least 133 bytes, got 132')
    expect(() => decodePriceUpdate(Buffer.alloc(0))).to.throw('unknown account discriminator')
  })
})

describe('the account for a past update', () => {
  it('has an address of its own for each feed and second', () => {
    const ids = [SOL_USD, '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419']
    const addresses = ids.flatMap((id) => [1, 2, 3].map((second) => proofAddress(id, second).toBase58()))
    expect(new Set(addresses).size).to.equal(6)
    expect(proofAddress(SOL_USD, 1).toBase58()).to.equal(addresses[0])
  })
})
