import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { expect } from 'chai'
import { planUpgrade } from '../../app/src/admin/upgrade.ts'
import { isSame, PROGRAM_PATH, readProgram } from '../../app/src/deploy/program.ts'
import { prepareUpgrade, readProgramData } from '../../app/src/deploy/upload.ts'
import { until } from '../helpers/localnet/index.ts'
import { validatorChain } from '../helpers/scenarios/index.ts'

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
