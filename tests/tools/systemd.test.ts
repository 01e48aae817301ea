import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ATTESTOR_SETTINGS } from '../../app/src/attestor/config.ts'
import { GATEWAY_SETTINGS } from '../../app/src/gateway/settings.ts'
import { KEEPER_SETTINGS } from '../../app/src/keeper/config.ts'
import { ROOT } from '../helpers/localnet/process.ts'

const FOLDER = join(ROOT, 'deploy/systemd')
const UNIT = 'prediction-market@.service'

describe('deploy/systemd', () => {
  const text = readFileSync(join(FOLDER, UNIT), 'utf8')

  it('starts each service by its name, and sets only what one of them knows', () => {
    expect(text).to.include('ExecStart=/usr/bin/node app/dist/main.js %i\n')
    const known = [...GATEWAY_SETTINGS, ...KEEPER_SETTINGS, ...ATTESTOR_SETTINGS, 'NODE_ENV']
    const names = [...text.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name)
    expect(names).to.have.length.above(4)
    expect(names.filter((name) => !known.includes(name))).to.deep.equal([])
    // Settings come after what they may replace.
    expect(text.lastIndexOf('\nEnvironment=')).to.be.below(text.indexOf('\nEnvironmentFile='))
  })

  it('is understood by systemd', function () {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return this.skip()
    const units = readdirSync(FOLDER).map((name) => join(FOLDER, name.replace('@.', '@keeper.')))
    // Instances of templates that systemd finds beside them.
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${FOLDER}:` }
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
      encoding: 'utf8',
      env,
    })
    const own = stderr
      .split('\n')
      .filter((line) => line.includes('prediction-market') && !/not executable/.test(line))
    expect(own).to.deep.equal([])
  })
})
