import { gzipSync } from 'node:zlib'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { PROGRAM_DATA_HEADER, programDataAddress, UPGRADEABLE_LOADER } from '../../app/src/deploy/loader.ts'
import { PROGRAM_PATH, PROGRAM_V0_PATH, readProgram } from '../../app/src/deploy/program.ts'
import { metadataAddress, repositoryIdl } from '../../app/src/deploy/verify/idl.ts'
import { readVerifyOptions } from '../../app/src/deploy/verify/options.ts'
import { verify } from '../../app/src/deploy/verify/verify.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { closeConnection, openConnection } from '../helpers/localnet/index.ts'
import { runBundled } from '../helpers/run/bundle.ts'

const { admin, mint, treasury, attestors } = LOCALNET_KEYS

/** What the localnet has set, but for the half-life of its auction, which no cluster may have. */
const LOCALNET = {
  UPGRADE_AUTHORITY: admin.publicKey.toBase58(),
  ADMIN: admin.publicKey.toBase58(),
  TREASURY: treasury.publicKey.toBase58(),
  UTILITY_MINT: mint.publicKey.toBase58(),
  ATTESTORS: attestors.map(({ publicKey }) => publicKey).join(),
  PROOF_WINDOW: '30',
  VOID_DELAY: '600',
  FEED_VOID_DELAY: '900',
  SHORTEST_PERIOD: '2',
  SHORTEST_ATTESTED_PERIOD: '5',
  CLOSE_MARGIN: '2',
  AUCTION_FIRST_PRICE: '1000',
}

describe('npm run verify', () => {
  let localnet: Localnet
  let connection: ReturnType<typeof openConnection>
  let programData: Buffer

  before(async () => {
    localnet = await startLocalnet({ rpcPort: 0, demo: false })
    connection = openConnection(localnet.node)
    const account = await connection.getAccountInfo(programDataAddress(PROGRAM_ID), 'confirmed')
    programData = account?.data ?? expect.fail('the program is deployed')
  })

  after(async () => {
    await closeConnection(connection)
    await localnet.stop()
  })

  /** What differs, in order. */
  async function differences(env: Record<string, string>, program = PROGRAM_ID.toBase58()) {
    const findings = await verify(connection, readVerifyOptions(['--program', program], env))
    return findings.filter(({ result }) => result === 'differs').map(({ part, text }) => `${part}: ${text}`)
  }

  const MINTABLE = `mint: ${admin.publicKey} can mint UTILITY and buy the fee vault's SOL for nothing`
  const HALF_LIFE = 'auction: halfLife is 150, not 54000'

  it('reports only the intended differences of a localnet', async () => {
    expect(await differences(LOCALNET)).to.deep.equal([HALF_LIFE, MINTABLE])
  })

  it('names every expectation that does not hold', async () => {
    const stranger = Keypair.generate().publicKey.toBase58()
    const wrong = {
      ...LOCALNET,
      UPGRADE_AUTHORITY: 'none',
      ADMIN: stranger,
      TREASURY: stranger,
      UTILITY_MINT: stranger,
      ATTESTORS: [stranger, ...LOCALNET.ATTESTORS.split(',').slice(1)].join(),
      BURN_BPS: '300',
    }
    expect(await differences(wrong)).to.deep.equal([
      `program: the upgrade authority is ${admin.publicKey}, not none`,
      `config: the admin is ${admin.publicKey}, not ${stranger}`,
      `config: treasury is ${treasury.publicKey}, not ${stranger}, burnBps is 500, not 300`,
      HALF_LIFE,
      `mint: the utility mint is ${mint.publicKey}, not ${stranger}`,
      MINTABLE,
      `attestors: the latest of 1, of which 3 must sign, is ${LOCALNET.ATTESTORS.replaceAll(',', ', ')}, not ` +
        wrong.ATTESTORS.replaceAll(',', ', '),
    ])
  })

  it('expects the defaults of npm run deploy, and prints what it has found', async () => {
    const { code, output } = await runBundled('app/src/deploy/verify/command.ts', [
      '--program',
      PROGRAM_ID.toBase58(),
      '--rpc',
      localnet.node.rpcUrl,
    ])
    expect(code).to.equal(1)
    expect(output)
      .to.match(/same +program +its code is this repository's build for SBPF v3, sha256 [0-9a-f]{64}\n/)
      .and.contain(
        'note     program    its security contact is other:see SECURITY.md of the source repository\n',
      )
      .and.contain(`note     program    the upgrade authority is ${admin.publicKey}\n`)
      .and.contain('DIFFERS  config     proofWindow is 30, not 600, voidDelay is 600, not 86400')
      .and.contain('note     idl        none is published on the chain\n')
      .and.contain('Differences: 3.')
  })

  /** Replaces the deployed code, as an upgrade would. */
  async function replaceCode(code: Buffer, padding = 0): Promise<void> {
    const data = Buffer.concat([programData.subarray(0, PROGRAM_DATA_HEADER), code, Buffer.alloc(padding)])
    await localnet.node.cheats.setAccount(programDataAddress(PROGRAM_ID), {
      owner: UPGRADEABLE_LOADER,
      data,
    })
  }

  it('takes either build, and refuses code with one bit changed', async () => {
    await replaceCode(await readProgram(PROGRAM_V0_PATH), 1_000)
    expect(await differences(LOCALNET)).to.deep.equal([HALF_LIFE, MINTABLE])

    const changed = Buffer.from(await readProgram(PROGRAM_PATH))
    const middle = changed.length >> 1
    changed[middle] = (changed[middle] ?? 0) ^ 1
    await replaceCode(changed)
    const [first] = await differences(LOCALNET)
    expect(first).to.match(
      /^program: its code has sha256 [0-9a-f]{64}; this repository's builds are SBPF v3, /,
    )

    // Bytes after the program that are not zero are code that nobody has reviewed.
    await replaceCode(Buffer.concat([await readProgram(PROGRAM_PATH), Buffer.from([1])]))
    expect((await differences(LOCALNET))[0]).to.match(/^program: its code has sha256/)
    await localnet.node.cheats.setAccount(programDataAddress(PROGRAM_ID), {
      owner: UPGRADEABLE_LOADER,
      data: programData,
    })
  })

  it('compares an IDL that was published', async () => {
    const publish = async (idl: unknown) => {
      const data = gzipSync(JSON.stringify(idl))
      const header = Buffer.alloc(96)
      header[84] = 1
      header.writeUInt32LE(data.length, 87)
      await localnet.node.cheats.setAccount(metadataAddress(PROGRAM_ID), {
        owner: new PublicKey('ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S'),
        data: Buffer.concat([header, data]),
      })
    }
    const idl = (await repositoryIdl()) as Record<string, unknown>
    await publish(idl)
    expect(await differences(LOCALNET)).to.deep.equal([HALF_LIFE, MINTABLE])
    await publish({ ...idl, instructions: [] })
    expect(await differences(LOCALNET)).to.include(
      "idl: the one in program metadata is not this repository's",
    )
    await publish('')
    expect((await differences(LOCALNET))[0]).to.match(/^idl: /)
  })

  it('says that there is no program at an address', async () => {
    const nowhere = Keypair.generate().publicKey.toBase58()
    expect(await differences(LOCALNET, nowhere)).to.deep.equal([
      `program: its address is ${nowhere}, not ${PROGRAM_ID}`,
      `program: there is no program of the upgradeable loader at ${nowhere}`,
      'config: the program has none yet',
    ])
  })

  it('refuses arguments that make no sense', () => {
    expect(() => readVerifyOptions(['--program', 'x'], {})).to.throw('--program: must be an address')
    expect(() => readVerifyOptions(['--rpc', 'devnet'], {})).to.throw('--rpc: must be a URL')
    expect(() => readVerifyOptions([], { ADMIN: 'x' })).to.throw('ADMIN: must be an address')
  })

  it('says that no node answers', async () => {
    const { code, output } = await runBundled('app/src/deploy/verify/command.ts', [
      '--rpc',
      'http://127.0.0.1:1',
    ])
    expect(code).to.equal(1)
    expect(output).to.contain('--rpc: no node answers at http://127.0.0.1:1')
  })
})
