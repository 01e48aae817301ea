import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { ATTESTOR_SETTINGS } from '../../app/src/attestor/config.ts'
import { GATEWAY_SETTINGS } from '../../app/src/gateway/settings.ts'
import { KEEPER_SETTINGS } from '../../app/src/keeper/config.ts'
import { ROOT } from '../helpers/localnet/process.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The parts of a service that are checked. */
interface Service {
  user?: string
  env_file?: string[]
  environment?: Record<string, string>
  secrets?: string[]
}

/** The user that owns the files of secrets. */
const OWNER = '10001'

describe('deploy/compose.yml', () => {
  // The parser refuses a key that is there twice.
  const { services, secrets } = parse(read('deploy/compose.yml'), { merge: true }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
  }
  const known = { gateway: GATEWAY_SETTINGS, keeper: KEEPER_SETTINGS, attestor: ATTESTOR_SETTINGS }
  const namesOf = (variables: object) => Object.keys(variables).map((name) => name.replace(/_FILE$/, ''))

  for (const [name, settings] of Object.entries(known)) {
    it(`gives the ${name} every setting of .env, and fixes only what it knows`, () => {
      const { env_file, environment = {} } = services[name] ?? expect.fail()
      expect(env_file).to.deep.equal(['.env'])
      // A setting that two commands know may be fixed for both.
      const all = Object.values(known).flat()
      expect(namesOf(environment).filter((one) => !all.includes(one))).to.deep.equal([])
      expect(namesOf(environment).filter((one) => settings.includes(one))).to.have.length.above(1)
    })
  }

  it('has an example of .env with settings that a service or the file itself knows', () => {
    const names = [...read('deploy/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(names).to.include.members(['RPC_URL', 'PUBLIC_HOSTS'])
    const all = [...Object.values(known).flat(), 'SECRETS']
    expect(names.filter((name) => !all.includes(name ?? ''))).to.deep.equal([])
  })

  it('has a secret for each file that a setting names, and gives each service only its own', () => {
    for (const [name, { environment = {}, secrets: given = [] }] of Object.entries(services)) {
      const files = Object.values(environment).flatMap((value) =>
        [...String(value).matchAll(/\/run\/secrets\/([\w.]+)/g)].map(([, file]) => file),
      )
      expect(given, name).to.have.members([...new Set(files)])
    }
    const given = Object.values(services).flatMap(({ secrets: own = [] }) => own)
    expect(Object.keys(secrets)).to.have.members([...new Set(given)])
  })

  it('lets every service that is given a secret read it', () => {
    expect(read('Dockerfile')).to.match(new RegExp(`^USER ${OWNER}:`, 'm'))
    for (const [name, { user, env_file, secrets: own }] of Object.entries(services)) {
      // Our image has its own user, and that of Postgres reads its file as root.
      if (own && !env_file && name !== 'postgres') expect(user, name).to.equal(OWNER)
    }
  })

  it('is understood by Docker', function () {
    this.timeout(60_000)
    if (spawnSync('docker', ['compose', 'version']).status !== 0) return this.skip()
    const folder = mkdtempSync(join(tmpdir(), 'compose-'))
    try {
      cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true })
      copyFileSync(join(ROOT, 'deploy/example.env'), join(folder, 'deploy/.env'))
      const args = ['compose', '-f', join(folder, 'deploy/compose.yml'), 'config', '--quiet']
      const { status, stderr } = spawnSync('docker', args, { encoding: 'utf8' })
      expect(status, stderr).to.equal(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
