import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { AttestorSettings } from '../../app/src/attestor/service.ts'
import { GatewaySettings } from '../../app/src/gateway/settings.ts'
import { KeeperSettings } from '../../app/src/keeper/config.ts'
import { ROOT } from '../helpers/localnet/process.ts'

const FOLDER = join(ROOT, 'deploy/systemd')
const UNIT = 'prediction-market@.service'

describe('deploy/systemd', () => {
  const text = readFileSync(join(FOLDER, UNIT), 'utf8')

  it('starts each service by its name, and sets only what one of them knows', () => {
    expect(text).to.include('ExecStart=/usr/bin/node app/dist/main.js %i\n')
    const known = [
      ...Object.keys({ ...GatewaySettings.shape, ...KeeperSettings.shape, ...AttestorSettings.shape }),
      'NODE_ENV',
    ]
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
  const known = {
    gateway: Object.keys(GatewaySettings.shape),
    keeper: Object.keys(KeeperSettings.shape),
    attestor: Object.keys(AttestorSettings.shape),
  }
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

  /** A copy of the folder with settings, and with each secret as a file. */
  function deployment(): {
    folder: string
    compose(...args: string[]): { status: number | null; stderr: string }
  } {
    const folder = mkdtempSync(join(tmpdir(), 'compose-'))
    cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true })
    copyFileSync(join(ROOT, 'deploy/example.env'), join(folder, 'deploy/.env'))
    mkdirSync(join(folder, 'deploy/secrets'), { mode: 0o755 })
    for (const name of Object.keys(secrets)) {
      writeFileSync(join(folder, 'deploy/secrets', name), 'secret', { mode: 0o444 })
    }
    const project = ['compose', '-p', basename(folder), '-f', join(folder, 'deploy/compose.yml')]
    return { folder, compose: (...args) => spawnSync('docker', [...project, ...args], { encoding: 'utf8' }) }
  }

  it('is understood by Docker', function () {
    if (spawnSync('docker', ['compose', 'version']).status !== 0) return this.skip()
    const { folder, compose } = deployment()
    try {
      const { status, stderr } = compose('config', '--quiet')
      expect(status, stderr).to.equal(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('starts what needs no image of ours, where a Docker engine answers', function () {
    if (spawnSync('docker', ['info']).status !== 0) {
      console.warn('      no Docker engine answers: nothing of deploy/compose.yml is started')
      return this.skip()
    }
    const { folder, compose } = deployment()
    try {
      const { status, stderr } = compose('up', '-d', '--wait', 'postgres', 'grafana', 'postgres-exporter')
      expect(status, stderr).to.equal(0)
    } finally {
      compose('down', '--volumes')
      rmSync(folder, { recursive: true })
    }
  })
})
