import { PROGRAM_ID, type PredictionMarketClient } from '@prediction-market/sdk'
import { findPosition } from '@prediction-market/sdk/accounts'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import { TransactionFailedError } from '@prediction-market/sdk/transaction'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { NodeConnection } from '../../app/src/chain/node-connection.ts'
import { type SettleOptions, settleMarket } from '../../app/src/keeper/settle.ts'
import { WorkLimit } from '../../app/src/keeper/work-limit.ts'
import { market as marketOf } from '../helpers/book.ts'

type Simulate = SettleOptions['sender']['simulate']

describe('the keeper pays positions in batches', () => {
  const market = marketOf({ status: 'resolved', outcome: 'Yes', resolvedAt: 2_000n })
  const owners = Array.from({ length: 10 }, () => Keypair.generate().publicKey)

  /** Settles all owners on a chain that refuses each batch with one of `refused`. */
  async function settle(refused: readonly PublicKey[], refuse: () => Error) {
    const positionOf = (owner: PublicKey) => findPosition(market.address, owner).toBase58()
    const bad = new Set(refused.map(positionOf))
    const paid = new Set<string>()
    const errors: Error[] = []
    let simulations = 0
    const connection = {
      list: async (_method: string, _params: unknown[], read: (json: string) => unknown) => ({
        result: { context: { slot: 1 } },
        items: owners.map((owner) => {
          const data = [owner.toBuffer().toString('base64'), 'base64']
          return read(JSON.stringify({ pubkey: positionOf(owner), account: { data } }))
        }),
      }),
    } as unknown as NodeConnection
    const simulate = (async ({ instructions }) => {
      simulations += 1
      const built = typeof instructions === 'function' ? instructions(PROGRAM_ID) : instructions
      const named = built.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey.toBase58()))
      if (named.some((key) => bad.has(key))) throw refuse()
      const settled = owners.filter((owner) => named.includes(positionOf(owner)))
      const events = settled.map(
        (owner) => ({ name: 'PositionSettled', data: { owner } }) as unknown as ProgramEvent,
      )
      return { events } as unknown as Awaited<ReturnType<Simulate>>
    }) as Simulate
    const submit = async ({ events }: Awaited<ReturnType<Simulate>>) => {
      for (const { name, data } of events) if (name === 'PositionSettled') paid.add(data.owner.toBase58())
    }
    const result = await settleMarket(market, {
      client: { programId: PROGRAM_ID, currencyOf: async () => ({}) } as unknown as PredictionMarketClient,
      connection,
      sender: { simulate, submit } as SettleOptions['sender'],
      version: async () => 0,
      limit: new WorkLimit(1),
      rank: () => ({ value: 1n, stake: 2n }),
      now: () => 2_000n,
      onSettled: () => {},
      onError: (error) => errors.push(error),
    } as SettleOptions)
    return { result, errors, simulations, unpaid: owners.filter((owner) => !paid.has(owner.toBase58())) }
  }

  const failed = () => new TransactionFailedError({ InstructionError: [0, 'UnbalancedInstruction'] }, [])

  it('all in one, if nothing is refused', async () => {
    const { result, simulations, unpaid } = await settle([], failed)
    expect({ result, simulations, unpaid }).to.deep.equal({ result: 'done', simulations: 1, unpaid: [] })
  })

  it('attack 57: splits a batch that the chain refuses, until only the recipient that fails it is left', async () => {
    const [third] = owners.slice(2) as [PublicKey]
    const { result, errors, unpaid } = await settle([third], failed)
    expect(result).to.equal('done')
    expect(unpaid).to.deep.equal([third])
    expect(errors).to.have.length(1)
    const both = await settle([third, owners[7] as PublicKey], failed)
    expect(both.unpaid).to.deep.equal([third, owners[7]])
  })

  it('does not split a batch that was lost: it is tried again as it is', async () => {
    const { result, simulations, unpaid } = await settle(owners.slice(0, 1), () => new Error('no answer'))
    expect({ result, simulations }).to.deep.equal({ result: 'early', simulations: 1 })
    expect(unpaid).to.have.length(owners.length)
  })
})
