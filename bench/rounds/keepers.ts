import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Keypair } from '@solana/web3.js'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import type { Localnet } from '../../app/src/localnet/localnet.ts'
import { bundleKeeper } from '../../tests/helpers/keeper/bundle.ts'
import { type Running, start } from '../../tests/helpers/localnet/process.ts'

/** Two keepers that open rounds, of which one after the other is killed and started again. */
export class KilledKeepers {
  kills = 0
  readonly #running: Running[]
  #isStopped = false
  readonly #killing: Promise<void>

  private constructor(
    private readonly startOne: (index: number) => Running,
    private readonly remove: () => Promise<void>,
    everyMs: number,
  ) {
    this.#running = [startOne(0), startOne(1)]
    this.#killing = this.#kill(everyMs)
  }

  /**
   * @param rounds - the setting of this name
   * @param opener - opens the rounds
   * @param everyMs - milliseconds between two kills
   */
  static async start(
    localnet: Localnet,
    rounds: string,
    opener: Keypair,
    everyMs: number,
  ): Promise<KilledKeepers> {
    const { keepers } = LOCALNET_KEYS
    const app = await bundleKeeper(keepers)
    const files = app.keypairs.split(',')
    const openerFile = join(app.folder, 'opener.json')
    await writeFile(openerFile, JSON.stringify([...opener.secretKey]))
    const startOne = (index: number) =>
      start(process.execPath, [app.file, 'keeper'], {
        RPC_URL: localnet.node.rpcUrl,
        WS_URL: localnet.node.wsUrl,
        CLUSTER: 'localnet',
        HERMES_URL: localnet.pricesUrl,
        KEEPER_KEYPAIRS: files.slice(2 * index, 2 * index + 2).join(),
        KEEPER_PORT: '0',
        ROUNDS: rounds,
        ROUNDS_KEYPAIR: openerFile,
        LOG_LEVEL: 'error',
      })
    return new KilledKeepers(startOne, () => app.remove(), everyMs)
  }

  /** Stops both for good. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { child } of this.#running) child.kill('SIGKILL')
    await Promise.all([this.#killing, ...this.#running.map(({ ended }) => ended)])
    await this.remove()
  }

  async #kill(everyMs: number): Promise<void> {
    for (let turn = 0; ; turn = 1 - turn) {
      await sleep(everyMs, undefined, { ref: false })
      if (this.#isStopped) return
      const { child, ended, output } = this.#running[turn] as Running
      if (child.exitCode !== null) throw new Error(`A keeper ended by itself:\n${output()}`)
      child.kill('SIGKILL')
      await ended
      this.kills += 1
      this.#running[turn] = this.startOne(turn)
    }
  }
}
