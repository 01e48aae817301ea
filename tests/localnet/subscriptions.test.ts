import { once } from 'node:events'
import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { type Connection, Keypair, type PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { correctNotifications } from '../../app/src/localnet/forward.ts'
import {
  closeConnection,
  createMint,
  fundedWallet,
  mintTokens,
  openConnection,
  sharedLocalnet,
  until,
} from '../helpers/localnet/index.ts'

const HEAD = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n')

/** A text message of a server in one frame. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const head =
    length < 126
      ? [length]
      : length <= 0xffff
        ? [126, length >> 8, length & 0xff]
        : [127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...head]), payload])
}

function notification(method: string, slot: number, data: string): string {
  const result = { context: { apiVersion: '4.1.2', slot }, value: { data: [data, 'base64'], lamports: 1 } }
  return JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription: 0 } })
}

/** One of 125 bytes with a slot of one digit: with a longer slot its frame needs a longer head. */
function nearlyLong(slot: number): string {
  const text =
    '{"jsonrpc":"2.0","method":"accountNotification","params":{"result":{"context":{"slot":9},"value":0}}}'
  return text.replace(':0}', `:${'1'.repeat(126 - text.length)}}`).replace(':9}', `:${slot}}`)
}

describe('the slots and the order of notifications', () => {
  /** What comes out if these bytes go in, in parts of a size. */
  async function pass(bytes: Buffer, size: number): Promise<Buffer> {
    const stream = correctNotifications(() => 777)
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    for (let start = 0; start < bytes.length; start += size) stream.write(bytes.subarray(start, start + size))
    stream.end()
    await once(stream, 'end')
    return Buffer.concat(parts)
  }

  const long = ['AAAA', 'A'.repeat(4_000), 'A'.repeat(70_000)]
  /** What a node sends; the slots of accounts are these. */
  const sentWith = (slot: number) =>
    Buffer.concat([
      HEAD,
      frame('{"jsonrpc":"2.0","result":0,"id":1}'),
      ...long.map((data) => frame(notification('programNotification', slot, data))),
      frame(nearlyLong(slot)),
      frame(notification('logsNotification', 9, 'AAAA')),
      Buffer.from([0x89, 2, 1, 2]),
    ])
  const given = sentWith(9)
  const expected = sentWith(777)

  for (const size of [11, 1_000, given.length]) {
    it(`are the current ones, and all else is as it was, in parts of ${size} bytes`, async () => {
      expect((await pass(given, size)).equals(expected)).to.equal(true)
    })
  }

  it('follow the answer to their subscription', async () => {
    const answer = (id: number) => `{"jsonrpc":"2.0","result":${id},"id":${id + 1}}`
    const told = (id: number, err: string | null) =>
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'signatureNotification',
        params: { result: { context: { slot: 1 }, value: { err } }, subscription: id },
      })
    const sent = [told(4, 'first'), told(5, null), answer(5), told(4, 'second'), answer(4), told(4, 'third')]
    const received = [
      answer(5),
      told(5, null),
      answer(4),
      ...['first', 'second', 'third'].map((err) => told(4, err)),
    ]
    const bytes = (messages: string[]) => Buffer.concat([HEAD, ...messages.map(frame)])

    expect((await pass(bytes(sent), 50)).toString()).to.equal(bytes(received).toString())
  })

  it('do not hold back what is no websocket', async () => {
    const answer = Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\nno')
    expect((await pass(answer, 5)).toString()).to.equal(answer.toString())
  })
})

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

  it('to a signature that the node knows already is answered before it notifies', async () => {
    // Surfpool alone notifies first about once in ten times, and this would then wait for thirty seconds.
    for (let n = 0; n < 40; n++) {
      const signature = await pay(Keypair.generate().publicKey, 1_000_000)
      const { value } = await connection.confirmTransaction(signature, 'processed')
      expect(value.err).to.equal(null)
    }
  })
})
