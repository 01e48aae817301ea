import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts } from '../../helpers/localnet/index.ts'

const run = promisify(execFile)

/** Whether PostgreSQL's server programs are installed. */
export async function hasPostgres(): Promise<boolean> {
  const { stdout } = await run('bash', ['-c', PROGRAMS]).catch(() => ({ stdout: '' }))
  return stdout.trim() !== ''
}

/** Attempts to start after a crash: until the last process of the old server has ended, a new one refuses to. */
const ATTEMPTS = 50

/** A PostgreSQL server of its own, that can be restarted, crashed and frozen. */
export class PostgresServer {
  private constructor(
    private readonly folder: string,
    private readonly programs: string,
    readonly port: number,
  ) {}

  static async start(): Promise<PostgresServer> {
    const programs = (await run('bash', ['-c', PROGRAMS])).stdout.trim()
    const folder = await mkdtemp(join(tmpdir(), 'prediction-market-postgres-'))
    // The server refuses to run as root; root runs it as the user postgres, which the Debian package creates.
    if (isRoot) await chown(folder, Number((await run('id', ['-u', 'postgres'])).stdout), -1)
    const server = new PostgresServer(folder, programs, await freePorts(1))
    await server.#run('initdb', '-D', server.#data, '-U', 'postgres', '--auth=trust', '--no-sync')
    await server.#start()
    return server
  }

  /** The URL of its database on another port, such as that of a wire. */
  url(port = this.port): string {
    return `postgres://postgres@127.0.0.1:${port}/postgres`
  }

  /** Ends all sessions and starts again. */
  async restart(): Promise<void> {
    await this.#run('pg_ctl', '-D', this.#data, '-m', 'fast', '-w', 'stop')
    await this.#start()
  }

  /** Kills every process of it, and starts again. */
  async crash(): Promise<void> {
    for (let left = await this.#processes(); left.length > 0; left = await this.#processes()) {
      for (const pid of left) signal(pid, 'SIGKILL')
    }
    await this.#start()
  }

  /** Stops all processes for so long. */
  async freeze(ms: number): Promise<void> {
    const processes = await this.#processes()
    for (const pid of processes) signal(pid, 'SIGSTOP')
    await sleep(ms)
    for (const pid of processes) signal(pid, 'SIGCONT')
  }

  async close(): Promise<void> {
    await this.#run('pg_ctl', '-D', this.#data, '-m', 'immediate', 'stop').catch(() => {})
    await rm(this.folder, { recursive: true, force: true })
  }

  get #data(): string {
    return join(this.folder, 'data')
  }

  async #start(): Promise<void> {
    const settings = `-p ${this.port} -k ${this.folder} -c listen_addresses=127.0.0.1 -c max_connections=200`
    const log = join(this.#data, 'server.log')
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#run('pg_ctl', '-D', this.#data, '-l', log, '-w', '-o', settings, 'start')
      } catch (error) {
        if (attempt === ATTEMPTS) throw new Error(await readFile(log, 'utf8'), { cause: error })
        await sleep(200)
      }
    }
  }

  /** The server's processes, which all work in its folder, also those that have lost their parent. */
  async #processes(): Promise<number[]> {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const folders = await Promise.all(names.map((name) => readlink(`/proc/${name}/cwd`).catch(() => '')))
    return names.filter((_, index) => folders[index] === this.#data).map(Number)
  }

  async #run(program: string, ...args: string[]): Promise<void> {
    const command = [join(this.programs, program), ...args]
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    await run(file, rest, { cwd: '/' })
  }
}

const isRoot = userInfo().uid === 0

/** Prints where the server's programs are. */
const PROGRAMS =
  'command -v pg_ctl >/dev/null && pg_config --bindir || ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1'

/** A process that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}
