// Prints how memory, the longest block of the event loop and speed grow with the number of markets. No block should be
// longer than 50 ms. `OPEN` and `DECIDED` are lists of numbers, `PART` is `gateway` or `keeper`, `SECONDS` how long each
// phase takes. Filling a Postgres with a million markets takes a quarter of an hour.

import { measureGateways } from './scale/gateway.ts'
import { measureKeepers } from './scale/keeper.ts'
import { printTable } from './table.ts'

const numbers = (text: string) => text.split(',').map(Number)
const open = numbers(process.env.OPEN ?? '1000,10000,100000')
const decided = numbers(process.env.DECIDED ?? '0,1000000')

/** The parts that can be measured, each a table. */
const PARTS: Record<string, () => Promise<void>> = {
  async gateway() {
    printTable('Gateway, by open and decided markets', await measureGateways({ open, decided }))
  },
  async keeper() {
    printTable('Keeper, by open markets', await measureKeepers(open))
  },
}

const chosen = process.env.PART?.split(',') ?? Object.keys(PARTS)
for (const name of chosen) {
  const measure = PARTS[name]
  if (!measure) throw new Error(`PART: ${name} is not one of ${Object.keys(PARTS)}`)
  await measure()
}
