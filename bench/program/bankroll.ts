import {
  findAttestorSet,
  findConfig,
  findEscrow,
  findFeeVault,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import { closeBankroll, deposit, withdraw } from '@prediction-market/sdk/instructions'
import type { Signer, TransactionInstruction } from '@solana/web3.js'
import { readProgramUnderTest } from '../../tests/helpers/chain/program.ts'
import {
  bankrollBet,
  givenBankroll,
  givenDelegate,
  naming,
  wideLimits,
} from '../../tests/helpers/program/bankroll.ts'
import {
  givenBet,
  givenMarket,
  SOL,
  succeed,
  UTILITY,
  type World,
} from '../../tests/helpers/program/world.ts'
import type { Row } from '../table.ts'
import { triesFor } from './batches.ts'

/** Compute units of everything about a bankroll. First bets are where the position's address is found at once. */
export async function measureBankroll(world: World): Promise<Row[]> {
  const bankroll = await givenBankroll(world)
  const { owner } = bankroll
  const keys = await givenDelegate(world, bankroll)
  const rows: Row[] = []
  const measure = async (instruction: string, built: TransactionInstruction, signers: Signer[]) => {
    const { computeUnits } = await succeed(world, [built], signers)
    rows.push({ instruction, units: computeUnits })
  }
  await measure('deposit, SOL', deposit({ owner: owner.publicKey, amount: SOL }), [owner])
  const limits = await wideLimits(world)
  await measure('set_delegate', naming(owner.publicKey, keys, limits), [owner])
  const both = [keys.key, keys.cosigner]
  for (const [name, currency, unit] of [
    ['SOL', null, SOL],
    ['UTILITY', world.utility, UTILITY],
  ] as const) {
    let market = await givenMarket(world, { currency })
    while (triesFor(market, owner.publicKey) > 1) market = await givenMarket(world, { currency })
    const bet = (fee: bigint) => bankrollBet(bankroll, market, 'Yes', unit, { keys, fee })
    await measure(`place_bet_from_bankroll, first, ${name}`, bet(5_000n), both)
    await measure(`place_bet_from_bankroll, later, ${name}`, bet(6_000n), both)
  }
  await measure('withdraw, SOL', withdraw({ owner: owner.publicKey, amount: SOL }), [owner])
  await measure('close_bankroll', closeBankroll({ owner: owner.publicKey }), [owner])
  return rows
}

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
