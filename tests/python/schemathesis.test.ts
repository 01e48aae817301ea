import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { givenBettor, givenMarket, issueKey } from '../helpers/gateway/bankroll.ts'
import { sharedGateway } from '../helpers/gateway/harness.ts'
import { ROOT, start } from '../helpers/localnet/index.ts'
import { prepareVenv } from '../helpers/python/venv.ts'

/** Requests for each operation and phase, beside those that cover the document. */
const EXAMPLES = '10'

describe('schemathesis, with an API key and all its checks', () => {
  it('finds nothing', async () => {
    // Given a wallet with a bankroll and a market.
    const commands = prepareVenv()
    const test = await sharedGateway()
    const { url } = test.gateway
    const { wallet } = await givenBettor(test)
    await givenMarket(test, 'SOL', wallet)
    const { headers } = await issueKey(url, wallet, ['read', 'build', 'bet'])
    const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'))
    try {
      // When it tries every operation.
      const config = ['--config-file', join(ROOT, 'tests/python/schemathesis.toml')]
      // In a folder of its own, because it keeps files where it runs.
      const { ended, output } = start('env', [
        '-C',
        folder,
        join(commands, 'schemathesis'),
        ...config,
        'run',
        `${url}/v1/openapi.json`,
        '--header',
        `Authorization: ${headers.authorization}`,
        '--checks',
        'all',
        '--generation-deterministic',
        '--max-examples',
        EXAMPLES,
        '--no-color',
      ])

      // Then no answer is other than documented.
      expect((await ended).code, output()).to.equal(0)
      expect(output()).to.match(/Selected: (\d+)\/\1\n\s+Tested: \1\n/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
