import { PYTH_RECEIVERS, pythDeployment } from '@prediction-market/sdk/oracle/pyth'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { Leftovers } from '../../app/src/keeper/transactions/leftovers.ts'
import type { Request } from '../../app/src/keeper/transactions/sender.ts'
import { closeLocalnet, openLocalnet } from '../helpers/keeper/harness.ts'
import { openNodeConnection, type TestLocalnet } from '../helpers/localnet/index.ts'

describe('messages of prices that were left over', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet({ attestors: false })
  })

  after(() => closeLocalnet(localnet))

  /** An account of the bridge that holds a message of an authority. */
  const givenMessage = async (receiver: PublicKey, authority: PublicKey): Promise<string> => {
    const address = Keypair.generate().publicKey
    const data = Buffer.alloc(946)
    data.set(authority.toBytes(), 9)
    const { wormhole } = pythDeployment(receiver)
    await localnet.node.cheats.setAccount(address, { lamports: 8_000_000n, data, owner: wormhole })
    return address.toBase58()
  }

  it('are closed by their payer once two sweeps have seen them, and those of others never', async () => {
    const [payer, stranger] = [Keypair.generate(), Keypair.generate()]
    const sent: { request: Request; payer: Keypair | undefined }[] = []
    const sender = {
      async send(request: Request, by?: Keypair) {
        sent.push({ request, payer: by })
      },
    }
    const errors: Error[] = []
    const connection = openNodeConnection(localnet.node)
    const onError = (error: Error) => errors.push(error)
    const leftovers = new Leftovers({ connection, payers: [payer], sender, onError })
    const old = await Promise.all(PYTH_RECEIVERS.map((one) => givenMessage(one, payer.publicKey)))
    await givenMessage(PYTH_RECEIVERS[0] as PublicKey, stranger.publicKey)
    await leftovers.sweep()
    expect(sent, 'they may be in use').to.deep.equal([])

    await givenMessage(PYTH_RECEIVERS[0] as PublicKey, payer.publicKey)
    await leftovers.sweep()
    const closed = sent.map(({ request: { instructions } }) => {
      if (typeof instructions === 'function') throw new Error('the payer is known')
      return instructions[0]?.keys[1]?.pubkey.toBase58()
    })
    expect(new Set(closed)).to.deep.equal(new Set(old))
    expect(sent.map((one) => one.payer)).to.deep.equal([payer, payer])
    expect(errors).to.deep.equal([])
  })

  it('are looked for once, and again after a price was posted the longer way', async () => {
    const asked: string[] = []
    const connection = openNodeConnection(localnet.node)
    const list = connection.list.bind(connection)
    connection.list = ((method: string, params: [string], ...rest: [never]) => {
      asked.push(params[0])
      return list(method, params, ...rest)
    }) as typeof connection.list
    const onError = (error: Error) => expect.fail(error.message)
    const sender = { send: async () => {} }
    const leftovers = new Leftovers({ connection, payers: [Keypair.generate()], sender, onError })
    const bridges = PYTH_RECEIVERS.map((receiver) => pythDeployment(receiver).wormhole.toBase58())
    await leftovers.sweep()
    expect(asked).to.deep.equal(bridges)
    await leftovers.sweep()
    expect(asked).to.deep.equal(bridges)
    const [receiver = expect.fail()] = PYTH_RECEIVERS
    leftovers.expect(receiver)
    await leftovers.sweep()
    expect(asked).to.deep.equal([...bridges, bridges[0]])
  })
})
