import {
  findAttestorSet,
  findConfig,
  findEscrow,
  findFeeVault,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import { readProgramUnderTest } from '../../tests/helpers/chain/program-file.ts'
import { givenBet, givenMarket, SOL, UTILITY, type World } from '../../tests/helpers/program/world.ts'
import type { Row } from '../table.ts'

/** Size and rent of every account of the program, and the size of the program. Rent is paid back on close. */
export async function measureAccounts(world: World): Promise<Row[]> {
  const sol = await givenMarket(world)
  const utility = await givenMarket(world, { currency: world.utility })
  const bettor = await givenBet(world, sol, 'Yes', SOL)
  await givenBet(world, utility, 'Yes', UTILITY)
  const accounts = {
    Config: findConfig(),
    FeeVault: findFeeVault(),
    AttestorSet: findAttestorSet(0),
    Market: sol.address,
    'Question, 26 bytes': findQuestion(sol.address),
    'escrow, SOL': findEscrow(sol.address),
    'escrow, UTILITY': findEscrow(utility.address),
    Position: findPosition(sol.address, bettor.publicKey),
  }
  const rows: Row[] = []
  for (const [account, address] of Object.entries(accounts)) {
    const found = await world.chain.account(address)
    if (!found) throw new Error(`${account}: account not found`)
    const bytes = found.data.length
    const lamports = await world.chain.rent(bytes)
    rows.push({ account, bytes, 'rent in lamports': lamports })
  }
  rows.push({ account: 'program', bytes: readProgramUnderTest('v3').length })
  return rows
}
