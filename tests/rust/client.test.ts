import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeMarket, findConfig, findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import { IDL_ERRORS } from '@prediction-market/sdk/idl'
import { placeBet } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { hasCommand } from '../helpers/generators/tools.ts'
import { ROOT, start } from '../helpers/localnet/index.ts'
import { givenMarket, givenWallet, SOL, startWorld, succeed } from '../helpers/program/world.ts'

const MANIFEST = ['--manifest-path', 'clients/rust/Cargo.toml', '--target-dir', 'target/clients-rust']

describe('the client in Rust', () => {
  before(function () {
    if (!hasCommand('cargo', ['--version'], 'the client in Rust is not compiled')) this.skip()
  })

  async function cargo(args: string[], env: Record<string, string> = {}): Promise<void> {
    const { ended, output } = start('cargo', args, env)
    expect((await ended).code, output()).to.equal(0)
  }

  it('reads a market, builds a bet and names an error as the SDK does', async () => {
    // Given a market with a stake, and the next bet as the SDK builds it.
    const world = await startWorld()
    const { address } = await givenMarket(world)
    const bettor = givenWallet(world)
    const first = { bettor: bettor.publicKey, market: address, currency: null }
    await succeed(world, [placeBet({ ...first, outcome: 'Yes', amount: 3n * SOL })], [bettor])
    const { data } = (await world.chain.account(address)) ?? expect.fail('no market')
    const { creator, closeAt, expireAt, pools } = decodeMarket(data)
    expect(pools).to.deep.equal({ Yes: 3n * SOL, No: 0n })
    const next = { amount: SOL / 2n, minPayout: SOL }
    const bet = placeBet({ ...first, ...next, outcome: 'No' })
    const { code, name, msg } = IDL_ERRORS.find((error) => error.name === 'payoutTooLow') ?? expect.fail()
    const vectors = {
      market: {
        data: [...data],
        creator,
        escrow: findEscrow(address),
        closeAt,
        expireAt,
        pools: [pools.Yes, pools.No],
      },
      bet: {
        ...next,
        bettor: bettor.publicKey,
        config: findConfig(),
        market: address,
        escrow: findEscrow(address),
        position: findPosition(address, bettor.publicKey),
        instruction: {
          programId: bet.programId,
          data: [...bet.data],
          accounts: bet.keys.map(({ pubkey, ...flags }) => ({ address: pubkey, ...flags })),
        },
      },
      error: { code, name: name.charAt(0).toUpperCase() + name.slice(1), message: msg },
    }

    // When the client reads and builds the same, then nothing differs.
    const folder = mkdtempSync(join(tmpdir(), 'rust-client-'))
    try {
      const file = join(folder, 'vectors.json')
      writeFileSync(
        file,
        JSON.stringify(vectors, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      await cargo(['test', '--locked', '--quiet', ...MANIFEST], { CLIENT_VECTORS: file })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is formatted, but for what is generated', async () => {
    const files = ['src/lib.rs', 'tests/client.rs'].map((file) => join(ROOT, 'clients/rust', file))
    const { ended, output } = start('rustfmt', ['--check', '--edition', '2021', ...files])
    expect((await ended).code, output()).to.equal(0)
  })
})
