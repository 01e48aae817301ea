import { SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { Flights } from '../../app/src/keeper/transactions/flights.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { type BundledKeeper, bundleKeeper } from '../helpers/keeper/bundle.ts'
import { failure, openConnection, sharedLocalnet, start, until } from '../helpers/localnet/index.ts'
import { openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe('the command that runs a keeper alone', () => {
  let keeper: BundledKeeper

  before(async () => {
    keeper = await bundleKeeper(LOCALNET_KEYS.keepers)
  })

  after(() => keeper.remove())

  it('serves health and metrics, and ends when it is told to', async () => {
    const { node, pricesUrl } = await sharedLocalnet()
    const running = start(process.execPath, [keeper.file, 'keeper'], {
      RPC_URL: node.rpcUrl,
      WS_URL: node.wsUrl,
      CLUSTER: 'localnet',
      HERMES_URL: pricesUrl,
      LOG_LEVEL: 'silent',
      KEEPER_KEYPAIRS: keeper.keypairs,
      KEEPER_PORT: '0',
    })
    const url = await until('its address', () => /http:\S+(?=\/metrics)/.exec(running.output())?.[0])
    // It is stale until its websocket has reported the first slot.
    const health = await until('it to be healthy', async () => {
      const answer = await fetch(`${url}/health`)
      return answer.status === 200 && answer
    })
    expect(await health.json()).to.include({ status: 'ok' })

    const metrics = await (await fetch(`${url}/metrics`)).text()
    for (const name of [
      ...['keeper_markets{state="open"}', 'keeper_oldest_overdue_seconds 0', 'keeper_payouts_total 0'],
      ...['keeper_skipped_total 0', 'keeper_lamports_spent_total 0', 'keeper_errors_total'],
      `keeper_payer_lamports{payer="${LOCALNET_KEYS.keepers[0]?.publicKey.toBase58()}"} 1000000000000`,
    ]) {
      expect(metrics).to.contain(name)
    }
    expect((await fetch(`${url}/elsewhere`)).status).to.equal(404)

    running.child.kill('SIGTERM')
    expect(await running.ended, running.output()).to.deep.equal({ code: 0, signal: null })
  })

  it('says what is missing', async () => {
    const running = start(process.execPath, [keeper.file, 'keeper'], { RPC_URL: '' })
    expect(await running.ended).to.deep.equal({ code: 1, signal: null })
    expect(running.output()).to.contain('RPC_URL: is missing')
  })
})

describe('a transaction that no block takes in', () => {
  it('is given up once its last block has passed', async () => {
    // Given a line on which transactions are lost, and nothing else.
    const { node, connection } = await sharedLocalnet()
    const fate = (method: string) => (method === 'sendTransaction' ? 'cut' : 'pass')
    const proxy = await openRpcProxy({ node, fate })
    const lossy = openConnection(proxy)
    const [payer = expect.fail()] = LOCALNET_KEYS.keepers
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [
        SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 }),
      ],
    })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([payer])

    // When it is sent, and its time passes.
    const flights = new Flights(lossy, connection, (error) => expect.fail(error.message))
    const lost = await failure(
      flights.send({
        signature: bs58.encode(transaction.signatures[0] as Uint8Array),
        wire: transaction.serialize(),
        lastValidBlockHeight: (await connection.getBlockHeight('confirmed')) + 8,
      }),
    )

    // Then nobody waits for it any more, and until then it was broadcast again and again.
    expect(lost.name).to.equal('TransactionExpiredError')
    expect(flights.size).to.equal(0)
    expect(proxy.fates.get('cut')).to.be.greaterThan(1)
    flights.stop()
    await proxy.close()
  })
})
