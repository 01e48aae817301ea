import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { guideExample, hasCommands, type RestWorld, startRestWorld } from '../helpers/examples/rest-world.ts'
import {
  freePorts,
  isGroupRunning,
  ROOT,
  type Running,
  start,
  startScript,
  until,
} from '../helpers/localnet/index.ts'

/** Ports: node, websocket, prices and four attestors; then the gateway. */
const PORTS = 8

/** Commands that are not run here: the one that runs this test, and the one that needs Rust, which `.ci/run` runs. */
const EXEMPT = ['npm test', 'npm run build:program']

const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

const COMMAND = /(?:[A-Z_]+=\S+ )*(?:npm|npx|node|curl|cargo|git) \S.*/

/** The commands in blocks of code and within text, without their comments, in order. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(new RegExp(`^(?: {4,}|\\t)(${COMMAND.source})$`, 'gm'))]
  const inline = [...text.matchAll(new RegExp(`\`(${COMMAND.source.replace('.*', '[^`]*')})\``, 'g'))]
  const commands = [...blocks, ...inline].map(([, command = '']) => command.replace(/\s+#.*$/, '').trim())
  return [...new Set(commands)]
}

/** Writes the example in JavaScript to a file inside the repository, where Node finds the packages. */
function saveExample(rpcUrl: string): string {
  const [, example = ''] = README.match(/```js\n([\s\S]*?)```/) ?? []
  expect(example).to.contain('http://127.0.0.1:8899')
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/readme-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const file = join(folder, 'bet.ts')
  writeFileSync(file, example.replace('http://127.0.0.1:8899', rpcUrl))
  return file
}

describe('the README', () => {
  let world: Running | undefined
  let example: string | undefined

  after(async () => {
    if (example) rmSync(dirname(example), { recursive: true })
    const group = world?.child.pid
    if (group === undefined) return
    if (isGroupRunning(group)) process.kill(-group, 'SIGINT')
    await until('all processes of npm start to end', () => !isGroupRunning(group))
  })

  it('has commands that work', async () => {
    const commands = commandsOf(README)
    expect(commands).to.include.members(['npm start', ...EXEMPT])
    const port = await freePorts(PORTS)
    const gateway = `http://127.0.0.1:${port + PORTS - 1}`
    const env = { LOCALNET_PORT: `${port}`, PORT: `${port + PORTS - 1}` }
    const running = start('npm', ['start'], env, { detached: true })
    world = running
    const isReady = () => {
      if (running.child.exitCode !== null) expect.fail(running.output())
      return running.output().includes('The gateway serves')
    }
    await until('npm start', isReady)
    const others = commands.filter((command) => !['npm start', ...EXEMPT].includes(command))
    expect(others).to.have.length.above(1)
    expect(others).to.include('node tools/run.mjs bet.ts')
    example = saveExample(`http://127.0.0.1:${port}`)
    const addresses = { RPC_URL: `http://127.0.0.1:${port}`, GATEWAY_URL: gateway }
    for (const command of others) {
      const here = command
        .replace('http://127.0.0.1:8080', gateway)
        .replace(/ bet\.ts$/, ` ${example}`)
        .replace(/^curl /, 'curl --fail-with-body ')
      const { ended, output } = start('sh', ['-c', here], addresses)
      expect((await ended).code, `${command}\n${output()}`).to.equal(0)
    }
  })

  it('finds commands, so that none is left out', () => {
    const text = 'Run `npm run x`, then\n\n    curl -N http://a # b\n\n        KEEPER=0 npm start  # c\n'
    expect(commandsOf(text)).to.deep.equal(['curl -N http://a', 'KEEPER=0 npm start', 'npm run x'])
  })
})

// The Python example is run by tests/python.
describe('the examples of /docs', () => {
  let world: RestWorld

  before(async () => {
    world = await startRestWorld()
  })

  after(() => world.stop())

  it('sign a request with curl', async function () {
    if (!hasCommands('bash', 'curl', 'openssl')) return this.skip()
    const folder = mkdtempSync(join(tmpdir(), 'guide-'))
    try {
      const script = await guideExample(world, 'sh')
      const { ended, output } = start('bash', ['-euo', 'pipefail', '-c', `cd ${folder}\n${script}`])
      expect((await ended).code, output()).to.equal(0)
      expect(JSON.parse(output())).to.deep.include({ balances: { SOL: 0, UTILITY: 0 }, delegates: [] })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('sign a request in TypeScript', async () => {
    // Inside the repository, so that Node finds the packages.
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
    const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/guide-'))
    try {
      const file = join(folder, 'example.mts')
      writeFileSync(file, await guideExample(world, 'ts'))
      const { ended, output } = startScript(file)
      expect((await ended).code, output()).to.equal(0)
      expect(output()).to.include('balances: { SOL: 0, UTILITY: 0 }')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
