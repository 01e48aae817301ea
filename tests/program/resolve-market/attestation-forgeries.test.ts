import { PROGRAM_ID } from '@prediction-market/sdk'
import { findConfig } from '@prediction-market/sdk/accounts'
import type { ConditionOf } from '@prediction-market/sdk/condition'
import { attestationMessage } from '@prediction-market/sdk/oracle'
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

const HOLDERS: ConditionOf<'holders'> = {
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
    let [a, b, c]: Keypair[] = []
    let market: GivenMarket
    let twin: GivenMarket
    let at: bigint

    before(async () => {
      world = await startWorld()
      foreign = await givenAttestors(world)
      attestors = await givenAttestors(world)
      ;[a, b, c] = attestors.members
    })

    beforeEach(async () => {
      const token = PublicKey.unique()
      market = await givenMarket(world, { condition, token })
      twin = await givenMarket(world, { condition, token })
      for (const opened of [market, twin]) await givenBet(world, opened, 'Yes', SOL)
      at = market.createdAt + 1_500n
      await world.chain.warpTo(at)
    })

    /** The message of a Yes observed now. */
    const yes = (opened = market) => messageFor(opened, { second: at, isMet: true })
    const by = (signer: Keypair | undefined, message = yes()) => signed(signer as Keypair, message)
    const refuse = (name: string, parts: Signed[], set = attestors.address) =>
      expectRefusal(world, name, { instructions: [verifying(parts), resolutionBy(market, set)] })

    it('takes the signatures of three members, whoever submits them', async () => {
      await succeed(world, [verifying([by(a), by(b), by(c)]), resolutionBy(market, attestors.address)])
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    })

    it('attack 8: refuses one signature too few', () => refuse('AttestationQuorumMissing', [by(a), by(b)]))

    it('attack 8: counts a member once, even with several signatures', async () => {
      await refuse('AttestationQuorumMissing', [by(a), by(a), by(a)])
      await refuse('AttestationQuorumMissing', [by(a), by(b), by(b)])
    })

    it('counts no key outside the set', async () => {
      const [x, y, z] = foreign.members
      await refuse('AttestationQuorumMissing', [by(a), by(b), by(x)])
      await refuse('AttestationQuorumMissing', [by(x), by(y), by(z)])
      await refuse('AttestationQuorumMissing', [by(a), by(b), by(Keypair.generate())])
    })

    it('counts only signatures over the same message', async () => {
      const others: [text: string, message: Uint8Array][] = [
        ['answer', messageFor(market, { second: at, isMet: false })],
        ['second', messageFor(market, { second: at - 1n, isMet: true })],
        ['market', yes(twin)],
        ['program', attestationMessage({ market: market.address, second: at, isMet: true }, twin.address)],
      ]
      for (const [text, message] of others) {
        const error = await refuse('AttestationQuorumMissing', [by(a), by(b), by(c, message)])
        expect(error, text).not.to.equal(null)
      }
    })

    it('attack 8: refuses a replay of the signatures that decided another market', async () => {
      const [proof, decision] = attested(twin, attestors, { second: at, isMet: true })
      if (!proof || !decision) throw new Error('There must be two instructions')
      await succeed(world, [proof, decision])
      await expectRefusal(world, 'AttestationForeign', {
        instructions: [proof, resolutionBy(market, attestors.address)],
      })
    })

    it('refuses signatures for another program', async () => {
      const message = attestationMessage(
        { market: market.address, second: at, isMet: true },
        PublicKey.unique(),
      )
      await refuse('AttestationForeign', [by(a, message), by(b, message), by(c, message)])
    })

    it('refuses an answer that is neither 1 nor 0', async () => {
      for (const answer of [2, 128, 255]) {
        const message = Buffer.from(yes())
        message.writeUInt8(answer, message.length - 1)
        await refuse('AttestationForeign', [by(a, message), by(b, message), by(c, message)])
      }
    })

    it('refuses signatures for another purpose', async () => {
      const bytes = [0, 31, 32, 63, 64, 95]
      for (const byte of bytes) {
        const message = yes().map((value, index) => (index === byte ? value ^ 1 : value))
        await refuse('AttestationForeign', [by(a, message), by(b, message), by(c, message)])
      }
    })

    it('refuses an observation from before its creation, and one from after its expiry', async () => {
      await world.chain.warpTo(market.expireAt + 1n)
      for (const observedAt of [0n, 1n, market.createdAt - 1n, market.createdAt, market.expireAt + 1n]) {
        const message = Buffer.from(yes())
        message.writeBigInt64LE(observedAt, message.length - 9)
        await refuse('ObservationOutOfTime', [by(a, message), by(b, message), by(c, message)])
      }
    })

    it('attack 8: refuses impossible times', async () => {
      for (const observedAt of [-1n, -(2n ** 63n), 2n ** 63n - 1n]) {
        const message = Buffer.from(yes())
        message.writeBigInt64LE(observedAt, message.length - 9)
        await refuse('ObservationOutOfTime', [by(a, message), by(b, message), by(c, message)])
      }
    })

    it('refuses another attestor set, with signatures of its members and of others', async () => {
      const theirs = foreign.members.map((member) => by(member))
      await refuse('WrongAttestorSet', theirs.slice(1), foreign.address)
      await refuse('WrongAttestorSet', [by(a), by(b), by(c)], foreign.address)
    })

    it('refuses an account that is not an attestor set of the program', async () => {
      // The data of a valid set in an account of another owner.
      const address = PublicKey.unique()
      const data = await dataOf(world, attestors.address)
      const owner = PublicKey.unique()
      world.chain.setAccount(address, { lamports: SOL, data, owner, executable: false })
      for (const wrong of [address, findConfig(), twin.address, market.address, PublicKey.unique()]) {
        await refuse('WrongAttestorSet', [by(a), by(b), by(c)], wrong)
      }
      // Anchor's sign for an optional account that is left out.
      await refuse('EvidenceMissing', [by(a), by(b), by(c)], PROGRAM_ID)
    })

    describe('that was never signed', () => {
      before(function () {
        if (!world.chain.shows.signatures) this.skip()
      })

      const altered: [text: string, alter: (part: Signed) => Partial<Signed>][] = [
        ['a signature of another key', ({ message }) => ({ signature: by(b, message).signature })],
        ['no signature at all', () => ({ signature: new Uint8Array(64) })],
        ['a signature over another market', () => ({ signature: by(a, yes(twin)).signature })],
        [
          'an answer that was changed afterwards',
          () => ({ signature: by(a, messageFor(market, { second: at, isMet: false })).signature }),
        ],
      ]
      for (const [text, alter] of altered) {
        it(`fails in the ed25519 program: ${text}`, async () => {
          const part = by(a)
          const error = await refuse('UnknownProgramError', [{ ...part, ...alter(part) }, by(b), by(c)])
          expect(error).to.include({ code: INVALID_SIGNATURE })
        })
      }
    })
  })
}
