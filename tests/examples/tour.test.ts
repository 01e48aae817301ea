import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  followExample,
  hasCommands,
  PATIENCE_MS,
  type RestWorld,
  startRestWorld,
} from '../helpers/examples/rest-world.ts'
import { ROOT, start, until } from '../helpers/localnet/index.ts'

describe('the tour by curl', () => {
  let world: RestWorld
  let folder: string

  before(async function () {
    if (!hasCommands('bash', 'curl', 'openssl')) return this.skip()
    world = await startRestWorld()
    folder = mkdtempSync(join(tmpdir(), 'tour-'))
  })

  after(async () => {
    if (!world) return
    await world.stop()
    rmSync(folder, { recursive: true })
  })

  it('runs, block by block', async () => {
    // Given the blocks as one script, which stops at the first command that fails.
    const text = readFileSync(join(ROOT, 'docs/tour.md'), 'utf8')
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code)
    expect(blocks).to.have.length.above(6)
    const script = blocks
      .join('\n')
      .replaceAll('http://127.0.0.1:8080', world.gateway.url)
      // The test moves the clock there.
      .replaceAll('+60 seconds', '+600 seconds')
      .replace(
        'sleep $((3 * PERIOD + 2))',
        'echo "two periods"; until [ -e "$TMPDIR/moved" ]; do sleep 0.1; done',
      )
      .replace("echo 'waiting", 'echo "expires at $EXPIRES"\necho \'waiting')

    // When it runs.
    const running = start('bash', ['-euo', 'pipefail', '-c', script], { TMPDIR: folder })
    await until(
      'the stakes',
      () => {
        if (running.child.exitCode !== null) expect.fail(running.output())
        return running.output().includes('two periods')
      },
      PATIENCE_MS,
    )
    await world.travelTo(world.now() + 20)
    writeFileSync(join(folder, 'moved'), '')
    const output = await followExample(world, running)

    // Then the market was opened, bet on in both ways, decided and paid.
    expect(output).not.to.include('"error"')
    expect(output).to.include('"amountStaked":0.5').and.to.include('"amountStaked":0.25')
    expect(output).to.include('"type":"payout"').and.to.include('"yourWinnings":0.725')
    expect(output).to.include('"winningOutcome":"Yes"')
    // And conditions about a token and an event: met early, one with a late stake, one without a winner.
    const result =
      /"winningOutcome":("\w+"|null),"resolvedAt":"[^"]+","yourWinnings":([\d.]+),"yourRefund":([\d.]+)/g
    const results = [...output.matchAll(result)]
    expect(results.slice(0, 4).map(([, ...fields]) => fields)).to.deep.equal([
      ['"Yes"', '0.29', '0.05'],
      ['"Yes"', '0.29', '0'],
      ['"Yes"', '0.29', '0'],
      ['null', '0', '0.1'],
    ])
    expect(output.match(/market_\w+$/gm)).to.have.length(3)
  })
})
