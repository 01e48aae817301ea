import { PROGRAM_ID, type PriorityFee } from '@prediction-market/sdk'
import { PendingTransactions } from '@prediction-market/sdk/transaction'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  SystemProgram,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { Payers } from '../../app/src/keeper/transactions/payers.ts'
import { Sender } from '../../app/src/keeper/transactions/sender.ts'
import { sharedLocalnet, type TestLocalnet } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe("the keeper's fees", () => {
  const payer = Keypair.generate()
  let localnet: TestLocalnet
  let proxy: RpcProxy
  /** The leaders' lowest price: cheaper transactions never get through. */
  let lowest = 0
  let recent: number[] = []
  let offered: number[] = []
  /** Transactions in base64. */
  const seen = new Set<string>()

  before(async () => {
    localnet = await sharedLocalnet()
    await localnet.node.cheats.setLamports(payer.publicKey, 10n ** 10n)
    proxy = await openRpcProxy({
      node: localnet.node,
      fate(method, [transaction]) {
        if (method !== 'sendTransaction') return 'pass'
        const price = priceOf(transaction)
        // What is not confirmed is sent again after two seconds, which is no new offer.
        if (!seen.has(transaction)) offered.push(price)
        seen.add(transaction)
        return price < lowest ? 'cut' : 'pass'
      },
      alter({ method }) {
        if (method !== 'getRecentPrioritizationFees') return undefined
        return recent.map((prioritizationFee, slot) => ({ slot, prioritizationFee }))
      },
    })
  })

  beforeEach(() => {
    ;[lowest, recent, offered] = [0, [], []]
  })

  after(() => proxy.close())

  function openSender(priorityFee?: PriorityFee, maxPriorityFee?: bigint) {
    const connection = new Connection(proxy.rpcUrl, 'confirmed')
    const fees: bigint[] = []
    const pending = new PendingTransactions(connection, { pollMs: 50 })
    const options = {
      connection,
      programId: PROGRAM_ID,
      payers: new Payers([payer]),
      pending,
      priorityFee,
      maxPriorityFee,
      state: { slot: 0, slotMs: null },
      /** No transaction takes that long. */
      raiseMs: 60_000,
      onIncluded: (_: string, lamports: bigint) => void fees.push(lamports),
      onEarned: () => {},
    }
    return { sender: new Sender(options), options, fees, pending }
  }

  const transfer = () => {
    const fromPubkey = payer.publicKey
    const toPubkey = Keypair.generate().publicKey
    return { instructions: [SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1_000_000 })] }
  }

  it('are raised until a transaction is confirmed, and come down again', async () => {
    lowest = 16_000
    const { sender, options, fees, pending } = openSender(undefined, 16_000n)
    options.raiseMs = 400
    await sender.send(transfer())
    expect(offered).to.deep.equal([0, 1_000, 4_000, 16_000])
    expect(fees).to.have.length(1)
    expect(pending.size).to.equal(0)
    ;[lowest, offered] = [0, []]
    options.raiseMs = 60_000
    for (let sent = 0; sent < 2; sent++) await sender.send(transfer())
    expect(offered).to.deep.equal([8_000, 4_000])
  })

  it('never exceed the ceiling', async () => {
    lowest = 5_000
    const { sender, options } = openSender(300n, 5_000n)
    options.raiseMs = 400
    await sender.send(transfer())
    expect(offered).to.deep.equal([300, 1_200, 4_800, 5_000])
  })

  it('begin with what others paid for the same accounts, up to the ceiling', async () => {
    recent = [0, 0, 9_000, 100, 200, 7_000, 0, 0]
    const { sender } = openSender('auto')
    await sender.send(transfer())
    expect(offered).to.deep.equal([7_000])
    offered = []
    await openSender('auto', 2_500n).sender.send(transfer())
    expect(offered).to.deep.equal([2_500])
    ;[recent, offered] = [[], []]
    await openSender('auto').sender.send(transfer())
    expect(offered).to.deep.equal([0])
  })

  it('attack 76: are limited by what a step may cost, whatever others pay for the accounts of the keeper', async () => {
    recent = Array.from({ length: 150 }, () => 1_000_000_000)
    const { sender, options, fees } = openSender('auto')
    options.raiseMs = 400
    await sender.send({ ...transfer(), maxPriority: 700n })
    expect(fees).to.have.length(1)
    expect(Number(fees[0]) - 5_000).to.be.within(1, 700)
  })

  it('outbid everybody up to what a step may cost, which is more than any fixed ceiling', async () => {
    lowest = 5_000_000
    const { sender, options, fees } = openSender()
    options.raiseMs = 200
    await sender.send({ ...transfer(), maxPriority: 88_000_000n })
    expect(offered.at(-1)).to.be.at.least(lowest)
    expect(Number(fees[0]) - 5_000).to.be.lessThan(88_000_000)
  })
})

/** Micro-lamports that a transaction offers for each compute unit. */
function priceOf(base64: string): number {
  const { message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
  const budget = message.staticAccountKeys.findIndex((key) => key.equals(ComputeBudgetProgram.programId))
  const price = message.compiledInstructions.find(
    ({ programIdIndex, data }) => programIdIndex === budget && data[0] === 3,
  )
  return price ? Number(Buffer.from(price.data).readBigUInt64LE(1)) : 0
}
