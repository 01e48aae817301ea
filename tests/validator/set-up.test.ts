import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { planUpgrade } from '../../app/src/admin/upgrade.ts'
import { decodeProgramData, programDataAddress } from '../../app/src/deploy/loader.ts'
import { isSame, PROGRAM_PATH, readProgram } from '../../app/src/deploy/program.ts'
import { prepareUpgrade, readProgramData } from '../../app/src/deploy/upload.ts'
import { readVerifyOptions } from '../../app/src/deploy/verify/options.ts'
import { verify } from '../../app/src/deploy/verify/verify.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { failure, until } from '../helpers/localnet/index.ts'
import { validatorChain } from '../helpers/scenarios/index.ts'
import { ATTESTORS, type ValidatorChain } from '../helpers/scenarios/validator.ts'
import { startValidator } from '../helpers/validator/validator.ts'

describe('the set-up on a real validator', () => {
  let chain: ValidatorChain

  before(async () => {
    chain = await validatorChain()
  })

  it('deploys through the upgradeable loader and configures the program', async () => {
    const { connection, deployer, steps } = chain
    expect(steps.filter(({ changed }) => changed)).to.have.length(5)

    const account = await connection.getAccountInfo(programDataAddress(PROGRAM_ID))
    const { upgradeAuthority, code } = decodeProgramData(account?.data ?? expect.fail())
    expect(upgradeAuthority?.equals(deployer.publicKey)).to.equal(true)
    expect(isSame(code, await readProgram(PROGRAM_PATH))).to.equal(true)
    const client = new PredictionMarketClient(connection)
    const config = await client.config()
    expect(config.admin.equals(deployer.publicKey)).to.equal(true)
    expect(config.utilityMint.equals(LOCALNET_KEYS.mint.publicKey)).to.equal(true)
    expect(await client.attestorSet(0)).to.deep.include(ATTESTORS)
  })

  it('is what this repository has built', async () => {
    const { connection, deployer } = chain
    const env = { UPGRADE_AUTHORITY: deployer.publicKey.toBase58(), ADMIN: deployer.publicKey.toBase58() }
    const findings = await verify(connection, readVerifyOptions([], env))
    const same = findings.filter(({ part, result }) => part === 'program' && result === 'same')
    expect(same).to.have.length(3)
    const attestors = findings.filter(({ part }) => part === 'attestors')
    expect(attestors.map(({ result }) => result)).to.deep.equal(['note'])
  })

  it('changes nothing when it runs again', async () => {
    const { connection, deployer } = chain
    const balance = await connection.getBalance(deployer.publicKey)
    const owned = await connection.getProgramAccounts(PROGRAM_ID)
    const { deployment, steps } = await chain.setUpAgain()
    expect(deployment.changed).to.equal(false)
    expect(steps.map(({ changed }) => changed)).to.deep.equal([false, false, false, false, false])
    expect(await connection.getBalance(deployer.publicKey)).to.equal(balance)
    expect(await connection.getProgramAccounts(PROGRAM_ID)).to.deep.equal(owned)
  })
})

describe('without a validator on the PATH', () => {
  it('the error says where to get one', async () => {
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      const start = startValidator({ rich: Keypair.generate().publicKey, accounts: [] })
      expect((await failure(start)).message).to.match(
        /^solana-test-validator is not on the PATH.*docs\.anza/s,
      )
    } finally {
      process.env.PATH = path
    }
  })
})

describe('an upgrade on a real validator', () => {
  it('replaces the code by that of a buffer, from its first byte, and goes back', async () => {
    const { connection, deployer: authority, wallets } = await validatorChain()
    const [deployer = expect.fail()] = await wallets(1)
    const built = await readProgram(PROGRAM_PATH)
    const program = PROGRAM_ID
    const client = new PredictionMarketClient(connection, { signer: deployer })

    // A byte that nothing reads, and the program as it was.
    for (const code of [Buffer.concat([built, Buffer.of(1)]), built]) {
      const prepared = await prepareUpgrade({ connection, deployer, program, code })
      const { buffer, upgradeAuthority } = prepared ?? expect.fail('The program has this code already')
      expect(upgradeAuthority.equals(authority.publicKey)).to.equal(true)
      const { instruction } = await planUpgrade(connection, buffer)
      expect(isSame((await readProgramData(connection, program)).code, code)).to.equal(false)

      await client.send([instruction], { signer: authority })
      const { slot, ...deployed } = await readProgramData(connection, program)
      expect(isSame(deployed.code, code)).to.equal(true)
      await until('the next slot', async () => BigInt(await connection.getSlot('confirmed')) > slot)
      const condition = { type: 'event', timing: 'atExpiry' } as const
      const expireAt = (await client.chainTime()) + 86_400n
      await client.markets.create({ question: 'Goes on?', currency: 'SOL', expireAt, condition })
    }
  })
})
