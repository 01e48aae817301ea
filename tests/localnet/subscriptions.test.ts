import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { type Connection, Keypair, type PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import {
  closeConnection,
  createMint,
  fundedWallet,
  mintTokens,
  openConnection,
  sharedLocalnet,
  until,
} from '../helpers/localnet/index.ts'

describe('a subscription to the localnet', () => {
  let connection: Connection
  let wallet: Keypair

  beforeEach(async () => {
    connection = openConnection((await sharedLocalnet()).node)
    wallet = await fundedWallet(connection)
  })

  afterEach(() => closeConnection(connection))

  /** Subscriptions take a moment to reach the node; one that answers shows that those before it did. */
  const subscribed = async () => {
    let slots = 0
    const id = connection.onSlotChange(() => slots++)
    await until('a slot notification', () => slots > 0)
    await connection.removeSlotChangeListener(id)
  }

  const pay = (to: PublicKey, lamports: number) => {
    const instruction = SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: to, lamports })
    return connection.sendTransaction(new Transaction().add(instruction), [wallet])
  }

  it('to an account reports each change, by transactions and by direct writes', async () => {
    const { cheats } = (await sharedLocalnet()).node
    const address = Keypair.generate().publicKey
    const balances: number[] = []
    connection.onAccountChange(address, ({ lamports }) => balances.push(lamports))
    await subscribed()

    await pay(address, 1_000_000)
    await until('the payment to be reported', () => balances.length === 1)
    await cheats.setLamports(address, 7_000_000n)
    await until('the cheat to be reported', () => balances.length === 2)

    expect(balances).to.deep.equal([1_000_000, 7_000_000])
  })

  it('to an account reports the slot of a change, not that of the subscription', async () => {
    const { clock } = (await sharedLocalnet()).node
    const address = Keypair.generate().publicKey
    const slots: number[] = []
    connection.onAccountChange(address, (_, { slot }) => slots.push(slot))
    await subscribed()
    const { slot } = clock.now
    await until('later slots', () => clock.now.slot > slot + 2)

    const before = clock.now.slot
    await pay(address, 1_000_000)
    await until('the payment to be reported', () => slots.length === 1)

    expect(slots[0]).to.be.within(before, clock.now.slot)
  })

  it('to the accounts of a program reports those that match its filters, and no others', async () => {
    const mint = await createMint(connection, wallet)
    const other = await createMint(connection, wallet)
    const told: string[] = []
    connection.onProgramAccountChange(TOKEN_PROGRAM_ID, ({ accountId }) => told.push(accountId.toBase58()), {
      filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: mint.toBase58() } }],
    })
    await subscribed()

    await mintTokens(connection, wallet, other, wallet.publicKey, 1n)
    const account = await mintTokens(connection, wallet, mint, wallet.publicKey, 1n)
    await until('the token account to be reported', () => told.length > 0)

    expect(new Set(told)).to.deep.equal(new Set([account.toBase58()]))
  })

  it('to logs reports the transactions that mention an account', async () => {
    const address = Keypair.generate().publicKey
    const told: { signature: string; slot: number }[] = []
    connection.onLogs(address, ({ signature, err, logs }, { slot }) => {
      expect(err).to.equal(null)
      expect(logs).to.include('Program 11111111111111111111111111111111 success')
      told.push({ signature, slot })
    })
    await subscribed()

    await pay(Keypair.generate().publicKey, 1_000_000)
    const signature = await pay(address, 1_000_000)
    await until('the logs of a payment', () => told.length > 0)

    expect(told.map((log) => log.signature)).to.deep.equal([signature])
    const { value } = await until(`the status of ${signature}`, async () => {
      const status = await connection.getSignatureStatus(signature)
      return status.value && { value: status.value }
    })
    expect(told[0]?.slot).to.equal(value.slot)
  })

  it('to slots reports them in order', async () => {
    const slots: { slot: number; parent: number }[] = []
    connection.onSlotChange(({ slot, parent }) => slots.push({ slot, parent }))
    await until('four slots', () => slots.length >= 4)

    const numbers = slots.map(({ slot }) => slot)
    expect(numbers).to.deep.equal([...new Set(numbers)].sort((a, b) => a - b))
    for (const { slot, parent } of slots) expect(parent).to.equal(slot - 1)
  })

  it('to a signature reports its confirmation once', async () => {
    const latest = await connection.getLatestBlockhash()
    const instruction = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: 1_000_000,
    })
    const transaction = new Transaction({ feePayer: wallet.publicKey, ...latest }).add(instruction)
    transaction.sign(wallet)
    const signature = bs58.encode(transaction.signature ?? [])
    const told: unknown[] = []
    connection.onSignature(signature, ({ err }) => told.push(err))
    await subscribed()
    expect(told).to.deep.equal([])

    await connection.sendRawTransaction(transaction.serialize())
    await until('the confirmation', () => told.length > 0)
    expect(told).to.deep.equal([null])

    // And one that subscribes afterwards receives it as well.
    const { value } = await connection.confirmTransaction({ signature, ...latest })
    expect(value.err).to.equal(null)
  })
})
