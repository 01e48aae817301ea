import { decodeAttestorSet, findAttestorSet } from '@prediction-market/sdk/accounts'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { dataOf, readConfig } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { rawCreateAttestorSet, rawUpdateConfig } from '../../helpers/program/raw.ts'
import {
  fund,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

const keysOf = (count: number) => Array.from({ length: count }, () => Keypair.generate().publicKey)

describe('create_attestor_set', () => {
  let world: World

  beforeEach(async () => {
    world = await startWorld()
  })

  const set = (index: number, keys: PublicKey[]) => rawCreateAttestorSet(world, { index, keys })

  for (const [count, threshold] of [
    [4, 3],
    [5, 4],
    [7, 5],
    [8, 6],
  ] as const) {
    it(`stores ${count} keys with a threshold of ${threshold}`, async () => {
      const keys = keysOf(count)
      expect(await eventsOf(world, set(0, keys), [world.admin])).to.deep.equal([
        { name: 'AttestorSetCreated', data: { index: 0, threshold, keys } },
      ])
      const stored = decodeAttestorSet(await dataOf(world, findAttestorSet(0)))
      expect(stored).to.deep.equal({ version: 1, index: 0, threshold, keys })
      expect((await readConfig(world)).attestorSets).to.equal(1)
    })
  }

  it('counts the sets; a new market uses the latest one for its whole life', async () => {
    await succeed(world, [set(0, keysOf(4))], [world.admin])
    const first = await givenMarket(world)
    await succeed(world, [set(1, keysOf(5))], [world.admin])
    const second = await givenMarket(world)
    expect((await readMarket(world, first)).terms.attestorSet).to.equal(0)
    expect((await readMarket(world, second)).terms.attestorSet).to.equal(1)
    expect((await readConfig(world)).attestorSets).to.equal(2)
  })

  it('never changes an existing set', async () => {
    await succeed(world, [set(0, keysOf(4))], [world.admin])
    const first = await dataOf(world, findAttestorSet(0))
    await expectRefusal(world, 'ConstraintSeeds', {
      instructions: set(0, keysOf(4)),
      signers: [world.admin],
    })
    await succeed(world, [set(1, keysOf(4))], [world.admin])
    expect(await dataOf(world, findAttestorSet(0))).to.deep.equal(first)
  })

  it('skips no index', async () => {
    await expectRefusal(world, 'ConstraintSeeds', {
      instructions: set(1, keysOf(4)),
      signers: [world.admin],
    })
  })

  it('works although its address already holds lamports', async () => {
    fund(world.chain, findAttestorSet(0), SOL)
    await succeed(world, [set(0, keysOf(4))], [world.admin])
    expect((await readConfig(world)).attestorSets).to.equal(1)
  })

  it('refuses everyone but the admin, including the pending admin', async () => {
    const stranger = givenWallet(world)
    const next = givenWallet(world)
    await succeed(world, [rawUpdateConfig(world, { pendingAdmin: next.publicKey })], [world.admin])
    for (const wallet of [stranger, next]) {
      const admin = wallet.publicKey
      await expectRefusal(world, 'NotAdmin', {
        instructions: rawCreateAttestorSet(world, { keys: keysOf(4), index: 0, admin }),
        signers: [wallet],
      })
    }
  })

  const [twin, ...others] = keysOf(3) as [PublicKey, PublicKey, PublicKey]
  const bad: [text: string, keys: PublicKey[]][] = [
    ...[0, 1, 2, 3, 6, 9].map((count): [string, PublicKey[]] => [`${count} keys`, keysOf(count)]),
    ['a key twice', [twin, ...others, twin]],
    ['the default pubkey for a key', [twin, ...others, PublicKey.default]],
  ]
  for (const [text, keys] of bad) {
    it(`refuses ${text}`, async () => {
      await expectRefusal(world, 'InvalidAttestorSet', {
        instructions: rawCreateAttestorSet(world, { keys, index: 0 }),
        signers: [world.admin],
      })
    })
  }

  it('refuses the same set twice in one transaction', async () => {
    const instruction = set(0, keysOf(4))
    await expectRefusal(world, 'ConstraintSeeds', {
      instructions: [instruction, instruction],
      signers: [world.admin],
    })
  })
})
