import { attestationMessage, findConfig, type HoldersCondition, PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import {
  type Attestors,
  attested,
  givenAttestors,
  messageFor,
  resolutionBy,
  type Signed,
  signed,
  verifiesSignatures,
  verifying,
} from '../../helpers/oracle/attestors.ts'
import { dataOf } from '../../helpers/program/config.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

/** An error of the ed25519 program. */
const INVALID_SIGNATURE = 2

const HOLDERS: HoldersCondition = {
  type: 'holders',
  comparison: 'atLeast',
  target: '1',
  minimumBalance: 1n,
  timing: 'byExpiry',
}

for (const condition of [HOLDERS, { type: 'event', timing: 'byExpiry' }] as const) {
  describe(`resolve_market by a forged attestation of type ${condition.type}`, () => {
    let world: World
    let foreign: Attestors
    let attestors: Attestors
    let [a, b]: Keypair[] = []
    let market: GivenMarket
    let twin: GivenMarket
    let at: bigint

    before(async () => {
      world = await startWorld()
      foreign = await givenAttestors(world, 3, 2)
      attestors = await givenAttestors(world, 3, 2)
      ;[a, b] = attestors.members
    })

    beforeEach(async () => {
      const token = PublicKey.unique()
      market = await givenMarket(world, { condition, token })
      twin = await givenMarket(world, { condition, token })
      for (const opened of [market, twin]) await givenBet(world, opened, 'Yes', SOL)
      at = market.createdAt + 60n
      await world.chain.warpTo(at)
    })

    /** The message of a Yes observed a minute ago. */
    const yes = (opened = market) => messageFor(opened, { value: 1n, observedAt: at })
    const by = (signer: Keypair | undefined, message = yes()) => signed(signer as Keypair, message)
    const refuse = (name: string, parts: Signed[], set = attestors.address) =>
      expectRefusal(world, name, { instructions: [verifying(parts), resolutionBy(market, set)] })

    it('takes the signatures of two members, whoever submits them', async () => {
      await succeed(world, [verifying([by(a), by(b)]), resolutionBy(market, attestors.address)])
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    })

    it('refuses one signature too few', () => refuse('AttestationQuorumMissing', [by(a)]))

    it('counts a member once, even with several signatures', async () => {
      await refuse('AttestationQuorumMissing', [by(a), by(a)])
      await refuse('AttestationQuorumMissing', [by(a), by(a), by(a)])
    })

    it('counts no key outside the set', async () => {
      const [x, y] = foreign.members
      await refuse('AttestationQuorumMissing', [by(a), by(x)])
      await refuse('AttestationQuorumMissing', [by(x), by(y)])
      await refuse('AttestationQuorumMissing', [by(Keypair.generate()), by(Keypair.generate())])
    })

    it('counts only signatures over the same message', async () => {
      const others: [text: string, message: Uint8Array][] = [
        ['value', messageFor(market, { value: 0n, observedAt: at })],
        ['time', messageFor(market, { value: 1n, observedAt: at - 1n })],
        ['market', yes(twin)],
        ['program', attestationMessage({ market: market.address, value: 1n, observedAt: at }, twin.address)],
      ]
      for (const [text, message] of others) {
        const error = await refuse('AttestationQuorumMissing', [by(a), by(b, message)])
        expect(error, text).not.to.equal(null)
      }
    })

    it('refuses a replay of the signatures that decided another market', async () => {
      const [proof, decision] = attested(twin, attestors, { value: 1n, observedAt: at })
      if (!proof || !decision) throw new Error('There must be two instructions')
      await succeed(world, [proof, decision])
      await expectRefusal(world, 'AttestationForeign', {
        instructions: [proof, resolutionBy(market, attestors.address)],
      })
    })

    it('refuses signatures for another program', async () => {
      const message = attestationMessage(
        { market: market.address, value: 1n, observedAt: at },
        PublicKey.unique(),
      )
      await refuse('AttestationForeign', [by(a, message), by(b, message)])
    })

    it('refuses signatures for another purpose', async () => {
      const bytes = [0, 31, 32, 63, 64, 95]
      for (const byte of bytes) {
        const message = yes().map((value, index) => (index === byte ? value ^ 1 : value))
        await refuse('AttestationForeign', [by(a, message), by(b, message)])
      }
    })

    it('refuses an observation from before its creation, and one from after its expiry', async () => {
      await world.chain.warpTo(market.expireAt + 1n)
      for (const observedAt of [0n, 1n, market.createdAt - 1n, market.createdAt, market.expireAt + 1n]) {
        const message = Buffer.from(yes())
        message.writeBigInt64LE(observedAt, message.length - 8)
        await refuse('ObservationOutOfTime', [by(a, message), by(b, message)])
      }
    })

    it('refuses impossible times', async () => {
      for (const observedAt of [-1n, -(2n ** 63n), 2n ** 63n - 1n]) {
        const message = Buffer.from(yes())
        message.writeBigInt64LE(observedAt, message.length - 8)
        await refuse('ObservationOutOfTime', [by(a, message), by(b, message)])
      }
    })

    it('refuses another attestor set, with signatures of its members and of others', async () => {
      const theirs = foreign.members.map((member) => by(member))
      await refuse('WrongAttestorSet', theirs, foreign.address)
      await refuse('WrongAttestorSet', [by(a), by(b)], foreign.address)
    })

    it('refuses an account that is not an attestor set of the program', async () => {
      // The data of a valid set in an account of another owner.
      const address = PublicKey.unique()
      const data = await dataOf(world, attestors.address)
      const owner = PublicKey.unique()
      world.chain.setAccount(address, { lamports: SOL, data, owner, executable: false })
      for (const wrong of [address, findConfig(), twin.address, PROGRAM_ID, PublicKey.unique()]) {
        await refuse('WrongAttestorSet', [by(a), by(b)], wrong)
      }
      const inUse = 'instruction tries to borrow reference for an account which is already borrowed'
      await refuse(inUse, [by(a), by(b)], market.address)
    })

    describe('that was never signed', () => {
      before(function () {
        if (!verifiesSignatures(world)) this.skip()
      })

      const altered: [text: string, alter: (part: Signed) => Partial<Signed>][] = [
        ['a signature of another key', ({ message }) => ({ signature: by(b, message).signature })],
        ['no signature at all', () => ({ signature: new Uint8Array(64) })],
        ['a signature over another market', () => ({ signature: by(a, yes(twin)).signature })],
        [
          'a value that was changed afterwards',
          () => ({ signature: by(a, messageFor(market, { value: 0n, observedAt: at })).signature }),
        ],
      ]
      for (const [text, alter] of altered) {
        it(`fails in the ed25519 program: ${text}`, async () => {
          const part = by(a)
          const error = await refuse('UnknownProgramError', [{ ...part, ...alter(part) }, by(b)])
          expect(error).to.include({ code: INVALID_SIGNATURE })
        })
      }
    })
  })
}
