import type { TestLocalnet } from './shared.ts'
import { chainTime, until, waitForTime } from './wait.ts'

/** Moves the clock of a localnet forward to a unix second, and waits until programs and prices see it. */
export async function travelTo({ node, connection }: TestLocalnet, second: bigint | number): Promise<void> {
  if ((await chainTime(connection)) >= Number(second)) return
  await node.cheats.timeTravel(Number(second))
  await waitForTime(connection, Number(second))
  await until('the clock of the prices', () => node.clock.now.unixSecond >= Number(second))
}

/** More seconds than a block needs to become final. */
const FINAL_SECONDS = 15

/** Moves the clock of a localnet forward until everything on the chain is final. */
export async function passSlots(localnet: TestLocalnet): Promise<void> {
  await travelTo(localnet, (await chainTime(localnet.connection)) + FINAL_SECONDS)
}
