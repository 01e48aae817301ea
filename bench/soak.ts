// Runs an hour of the demonstration in ten minutes: its markets last a sixth of their time, and each is opened again
// when it has expired. There are also 150 event markets without an answer, one slow attestor, and a lagging node, which
// every service prefers to the good one. Keeper, gateway and four attestors are separate processes; the clock of the
// chain is the wall clock.
//
// It measures wall seconds from the moment that the rules allow a decision, in the chain's seconds, to the confirmed
// decision, and the memory of each service. It fails if a decision takes more than 5 s, or if the memory of a service
// in the second half is more than 10 % above the first.
//
//   MINUTES=10        duration
//   COMPRESSION=6     how many times shorter markets last than in the demonstration
//   IDLE=150          event markets that nothing happens to
//   LAG_MS=3000       how far the lagging node is behind
//   SLOW_MS=2500      how late the slow attestor answers

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fundDemo } from '../app/src/localnet/demo/open.ts'
import { LOCALNET_KEYS, LOCALNET_WALLETS } from '../app/src/localnet/keys.ts'
import { type Localnet, startLocalnet } from '../app/src/localnet/localnet.ts'
import { localnetSettings } from '../app/src/localnet/market-program.ts'
import { closeConnection, openConnection } from '../tests/helpers/localnet/connection.ts'
import { freePorts } from '../tests/helpers/localnet/ports.ts'
import { percentile } from './load/tally.ts'
import { MemoryWatch, median, megabytes } from './memory.ts'
import { conclude, report, setting } from './run.ts'
import { type ServiceProcess, Services } from './services.ts'
import { type Decided, DecisionWatch } from './soak/decisions.ts'
import { Demonstration } from './soak/demonstration.ts'
import { openLaggingNode } from './soak/lagging-node.ts'
import { SoakEvents, slowed } from './soak/sources.ts'
import { printTable } from './table.ts'

const MINUTES = setting('MINUTES', 10)
const COMPRESSION = setting('COMPRESSION', 6)
const IDLE = setting('IDLE', 150)
const LAG_MS = setting('LAG_MS', 3_000)
const SLOW_MS = setting('SLOW_MS', 2_500)

/** Upper limits: seconds to a decision, memory of the second half to the first. */
const BARS = { delay: 5, growth: 1.1 }

const MINUTE_MS = 60_000

/** Milliseconds after the end for the last decisions: those that became possible just before it. */
const GRACE_MS = 1_000 * (BARS.delay + 1)

/** UTILITY of each wallet, in base units. */
const UTILITY = 50_000_000_000n

/** Starts four attestors, the keeper and the gateway on a lagging and a good node. */
async function startServices(services: Services, localnet: Localnet, eventsUrl: string) {
  const lagging = await openLaggingNode(localnet.node, LAG_MS)
  const nodes = {
    RPC_URL: `${lagging.rpcUrl},${localnet.node.rpcUrl}`,
    WS_URL: `${lagging.wsUrl},${localnet.node.wsUrl}`,
    CLUSTER: 'localnet',
  }
  const port = await freePorts(6)
  const urls = LOCALNET_KEYS.attestors.map((_, index) => `http://127.0.0.1:${port + index}`)
  const attestors = LOCALNET_KEYS.attestors.map(async (key, index) => {
    const name = `attestor-${index + 1}`
    const env = {
      ...nodes,
      ATTESTOR_KEYPAIR: await services.keypair(name, key),
      ATTESTOR_STATE: join(services.folder, `signed-${index + 1}`),
      ATTESTOR_PORT: String(port + index),
      ATTESTOR_EVENTS_URL: `${eventsUrl}/{market}`,
    }
    return services.start(name, 'attestor', env, `${urls[index]}/health`)
  })
  const started: ServiceProcess[] = await Promise.all(attestors)
  const slow = await slowed(urls.pop() ?? '', SLOW_MS)
  const shared = { ...nodes, HERMES_URL: localnet.pricesUrl, ATTESTOR_URLS: [slow.url, ...urls].join() }
  const payers = await Promise.all(
    LOCALNET_KEYS.keepers.map((key, index) => services.keypair(`payer-${index + 1}`, key)),
  )
  const keeper = { ...shared, KEEPER_KEYPAIRS: payers.join(), KEEPER_PORT: String(port + 4) }
  const keeperUrl = `http://127.0.0.1:${port + 4}`
  started.push(await services.start('keeper', 'keeper', keeper, `${keeperUrl}/health`))
  const gateway = {
    ...shared,
    KEEPER: '0',
    PORT: String(port + 5),
    STORE_PATH: join(services.folder, 'store'),
  }
  const gatewayUrl = `http://127.0.0.1:${port + 5}`
  started.push(await services.start('gateway', 'start', gateway, `${gatewayUrl}/health`))
  return {
    started,
    close() {
      slow.close()
      lagging.close()
    },
  }
}

function printDecisions(decided: readonly Decided[]): void {
  const kinds = [...new Set(decided.map(({ kind }) => kind))].sort()
  const row = (name: string, some: readonly Decided[]) => {
    const delays = some.map(({ delay }) => delay)
    return {
      condition: name,
      decided: some.length,
      'p50 s': percentile(delays, 0.5).toFixed(1),
      'p99 s': percentile(delays, 0.99).toFixed(1),
      'max s': Math.max(...delays).toFixed(1),
    }
  }
  const rows = kinds.map((kind) =>
    row(
      kind,
      decided.filter((one) => one.kind === kind),
    ),
  )
  printTable('Wall seconds from when the rules allow a decision', [...rows, row('all', decided)])
}

const missed: string[] = []
const services = await Services.open()
const localnet = await startLocalnet({ rpcPort: 0, demo: false, attestors: false, seed: 'soak' })
const connection = openConnection(localnet.node)
const events = new SoakEvents(() => localnet.node.clock.now.unixSecond)
const source = await events.serve()
const watch = new DecisionWatch(localnet, connection, events)
try {
  report('starting the services')
  await fundDemo(localnet.node.cheats)
  for (const { publicKey: wallet } of LOCALNET_WALLETS) {
    await localnet.faucet.pay({ wallet, currency: 'UTILITY', amount: UTILITY })
  }
  const { started, close } = await startServices(services, localnet, source.url)
  const options = {
    localnet,
    connection,
    settings: localnetSettings(),
    events,
    watch,
    compression: COMPRESSION,
  }
  const demonstration = new Demonstration(options)
  report(`opening ${IDLE} idle events`)
  await demonstration.openIdle(IDLE, 60 * (MINUTES + 50))
  const running = demonstration.run()
  const memory = new MemoryWatch(started)
  for (let minute = 1; minute <= MINUTES; minute++) {
    await sleep(MINUTE_MS)
    const overdue = await watch.overdue()
    report(`minute ${minute}: ${watch.decided.length} decided, ${overdue.length} due`)
  }
  await memory.stop()
  demonstration.stop()
  await running
  await sleep(GRACE_MS)
  const late = (await watch.overdue()).filter(({ delay }) => delay > BARS.delay)
  watch.stop()

  printDecisions([...watch.decided, ...late])
  const halves = started.map(({ name }, index) => {
    const minutes = memory.minutes[index]?.map(({ collected }) => collected) ?? []
    const middle = Math.floor(minutes.length / 2)
    const [first, second] = [median(minutes.slice(0, middle)), median(minutes.slice(middle))]
    return { name, first, second, growth: second / first }
  })
  printTable(
    'Memory (RSS after a garbage collection), median of the minutes of each half',
    halves.map(({ name, first, second, growth }) => ({
      service: name,
      'first MB': megabytes(first),
      'second MB': megabytes(second),
      growth: `${(100 * (growth - 1)).toFixed(0)} %`,
    })),
  )
  const slow = [...watch.decided, ...late].filter(({ delay }) => delay > BARS.delay)
  for (const { kind, delay } of slow) missed.push(`${kind}: ${delay.toFixed(1)} s to the decision`)
  if (late.length > 0) missed.push(`${late.length} markets were not decided at all`)
  for (const { name, growth } of halves) {
    if (!(growth <= BARS.growth))
      missed.push(`${name}: its memory grew by ${(100 * (growth - 1)).toFixed(0)} %`)
  }
  const failures = [...demonstration.failures].map(([reason, count]) => `; ${count} × ${reason}`).join('')
  console.log(`\n${demonstration.opened} markets opened${failures}.`)
  close()
} finally {
  watch.stop()
  await services.stop()
  await closeConnection(connection)
  source.close()
  await localnet.stop()
}
conclude(missed)
