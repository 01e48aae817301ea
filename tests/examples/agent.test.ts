import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { PredictionMarketClient, ProgramError } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { toolList } from '../../app/src/channels/mcp/routes.ts'
import { delegateKeypair } from '../../app/src/gateway/auth/api-key.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { givenMarket, issueKey } from '../helpers/gateway/bankroll.ts'
import { paidWallet, sharedGateway, type TestGateway } from '../helpers/gateway/harness.ts'
import { ROOT, runScript, start, until } from '../helpers/localnet/index.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

describe('examples/agent', () => {
  let test: TestGateway
  let agent: Client
  let owner: string
  let apiKey: string
  let market: string

  before(async () => {
    test = await sharedGateway()
    const { url } = test.gateway
    const creator = await paidWallet(url, Keypair.generate(), { SOL: '5' })
    market = await givenMarket(test, 'SOL', creator)
    const { code, output } = await runScript('examples/agent/setup.ts', [], { GATEWAY_URL: url })
    expect(code, output).to.equal(0)
    const printed = (pattern: RegExp) => pattern.exec(output)?.[1] ?? expect.fail(output)
    owner = printed(/^owner (\w+)$/m)
    apiKey = printed(/^API_KEY=(\w+)$/m)
    agent = new Client({ name: 'test', version: '0.0.0' })
    await agent.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(ROOT, 'examples/agent/bridge.mjs')],
        env: { GATEWAY_URL: url, API_KEY: apiKey },
        // From any folder.
        cwd: tmpdir(),
      }),
    )
  })

  after(() => agent?.close())

  /** A client of the gateway's own /mcp. */
  async function connect(key?: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '0.0.0' })
    const requestInit = key ? { headers: { authorization: `Bearer ${key}` } } : {}
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', test.gateway.url), { requestInit })
    // Its types take `sessionId: undefined` for another type than an optional one.
    await client.connect(transport as Transport)
    return client
  }

  const chain = () => new PredictionMarketClient(test.localnet.connection)

  /** Calls a tool; its text is JSON, or the message of an error. */
  async function call(name: string, input: Record<string, unknown> = {}) {
    const { content, isError = false } = await agent.callTool({ name, arguments: input })
    const [{ text }] = content as [{ text: string }]
    return { isError, text, value: isError ? undefined : JSON.parse(text) }
  }

  const bet = (amount: string) => call('place_bet', { market, outcome: 'Yes', amount })

  /** Expects a refusal by its name, and that the bankroll is as it was. */
  async function refusedBet(amount: string, name: string) {
    const before = await call('get_bankroll')
    const { isError, text } = await bet(amount)
    expect(isError, text).to.equal(true)
    expect(text).to.contain(name)
    expect(await call('get_bankroll')).to.deep.equal(before)
  }

  it('attack 99: refuses a batch of calls, and computes the list of tools once', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const post = (body: unknown) =>
      fetch(`${test.gateway.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
        },
        body: JSON.stringify(body),
      })
    for (const batch of [Array(100).fill(list), [list, cancel], [list], []]) {
      const refused = await post(batch)
      expect([refused.status, await refused.json()]).to.deep.equal([
        400,
        { error: 'The body must be one JSON-RPC message; batches are not accepted' },
      ])
    }
    // What is answered is the list that was computed before, whatever it says.
    const { tools } = await toolList()
    const [tool = expect.fail()] = tools
    const { description } = tool
    tool.description = 'known before'
    try {
      expect(await (await post(list)).json()).to.deep.include({
        result: JSON.parse(JSON.stringify({ tools })),
      })
    } finally {
      tool.description = description
    }
  })

  it('has tools to read and one to bet', async () => {
    const { tools } = await agent.listTools()
    const isRead = ({ annotations }: (typeof tools)[number]) => annotations?.readOnlyHint
    expect(tools.map((tool) => [tool.name, isRead(tool)])).to.deep.equal([
      ['list_markets', true],
      ['get_market', true],
      ['list_rounds', true],
      ['read_question', true],
      ['quote_bet', true],
      ['get_bankroll', true],
      ['get_positions', true],
      ['get_result', true],
      ['build_market', true],
      ['place_bet', false],
    ])
    expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).to.equal(true)
  })

  it('reads markets and quotes', async () => {
    const { value: listed } = await call('list_markets', { words: 'above 250', limit: 50, sort: 'newest' })
    expect(listed.markets.map(({ id }: { id: string }) => id)).to.include(market)
    const { value: detail } = await call('get_market', { market })
    expect(detail.market).to.include({ id: market, acceptingBets: true, currency: 'SOL' })
    expect((await call('list_rounds')).value).to.deep.equal({ rounds: [] })
    const { value: quoted } = await call('quote_bet', { market, outcome: 'Yes', amount: '0.25' })
    expect(quoted).to.deep.include({ payout: 0.25, newOdds: { Yes: 1, No: 0 } })
    const { isError, text } = await call('get_market', { market: 'market_x' })
    expect(isError).to.equal(true)
    expect(text).to.contain('Market not found')
  })

  it('asks what a question means', async () => {
    const expireAt = new Date(Date.now() + 86_400_000).toISOString()
    const { value } = await call('read_question', { question: 'Will SOL be above A$4,250?', expireAt })
    expect(value.reason).to.include('another currency')
    expect(value.alternatives[0]).to.include({ question: 'Will SOL be above US$4,250?' })
  })

  it('bets for the owner', async () => {
    const { isError, text, value } = await bet('0.4')
    expect(isError, text).to.equal(false)
    expect(value).to.include({ marketId: market, amountStaked: 0.4, message: 'Bet placed: 0.4 SOL on Yes' })
    const position = await chain().bets.position(market, owner)
    expect(position?.stakes).to.deep.equal({ Yes: 400_000_000n, No: 0n })
    const held = await until('the position in the history', async () => {
      const { value: read } = await call('get_positions')
      return read.positions.length > 0 && read
    })
    expect(held.positions).to.have.length(1)
    expect(held.positions[0]).to.deep.include({ marketId: market, stake: { Yes: 0.4, No: 0 } })
    const { isError: isEarly, text: early } = await call('get_result', { market })
    expect([isEarly, early]).to.deep.equal([true, 'The market has not been decided yet (MarketUndecided)'])
  })

  it('builds a market from a question, with a key that may build', async () => {
    const expireAt = new Date(Date.now() + 86_400_000).toISOString()
    const asked = { question: 'Will SOL be above $300?', expireAt }
    const refused = await call('build_market', asked)
    expect([refused.isError, refused.text]).to.deep.equal([
      true,
      'The API key does not have the scope build (ScopeMissing)',
    ])
    const { url } = test.gateway
    const wallet = await paidWallet(url, Keypair.generate(), { SOL: '1' })
    const builder = await issueKey(url, wallet)
    const direct = await connect(builder.key)
    const { structuredContent } = await direct.callTool({ name: 'build_market', arguments: asked })
    const { transaction, ...built } = structuredContent as Record<string, unknown>
    expect(built).to.include({ status: 'open', question: asked.question })
    expect(transaction).to.deep.include({ signers: [wallet.publicKey.toBase58()] })
    const placed = await direct.callTool({
      name: 'place_bet',
      arguments: { market, outcome: 'Yes', amount: '0.1' },
    })
    expect(placed.isError, 'a key that builds places no bet').to.equal(true)
    await direct.close()
  })

  it('reads over HTTP without a key, and is refused with a wrong one', async () => {
    const anyone = await connect()
    const { structuredContent } = await anyone.callTool({ name: 'list_rounds', arguments: {} })
    expect(structuredContent).to.have.all.keys('rounds')
    const { isError } = await anyone.callTool({ name: 'get_bankroll', arguments: {} })
    expect(isError).to.equal(true)
    await anyone.close()
    expect(await thrownBy(connect('pmk_wrong'), Error)).to.be.an('error')
    const text = await (await fetch(`${test.gateway.url}/llms.txt`)).text()
    const { tools } = await agent.listTools()
    for (const { name } of tools) expect(text).to.include(name)
    expect((await fetch(`${test.gateway.url}/mcp`)).status).to.equal(405)
  })

  it('is held to its limits, per bet and in total', async () => {
    await refusedBet('0.6', 'DelegatePerBetExceeded')
    expect((await bet('0.4')).isError).to.equal(false)
    await refusedBet('0.4', 'DelegateTotalExceeded')
    const { value: bankroll } = await call('get_bankroll')
    expect(bankroll.balances.SOL).to.be.above(1)
  })

  it('is held to them by the program, not by the gateway', async () => {
    // Whoever has both keys and sends past the gateway.
    const key = delegateKeypair(apiKey)
    const { cosigner } = LOCALNET_KEYS
    const delegate = { key: key.publicKey, cosigner: cosigner.publicKey }
    const client = chain()
    const send = async (amount: bigint) => {
      const instructions = await client.bankroll.buildBet({ owner, market, outcome: 'Yes', amount, delegate })
      return client.send(instructions, { signer: cosigner, signers: [key] })
    }
    expect((await thrownBy(send(600_000_000n), ProgramError)).name).to.equal('DelegatePerBetExceeded')
    expect((await thrownBy(send(400_000_000n), ProgramError)).name).to.equal('DelegateTotalExceeded')
    await send(100_000_000n)
    expect((await client.bets.position(market, owner))?.stakes.Yes).to.equal(900_000_000n)
  })

  it('says which key it needs', async () => {
    const { ended, output: said } = start(process.execPath, ['examples/agent/bridge.mjs'], { API_KEY: '' })
    const { code } = await ended
    const output = said()
    expect(code).to.equal(1)
    expect(output).to.contain('API_KEY: must be a key with the scopes read and bet')
  })
})
