// Every instruction that reads an account of the program, for tests of foreign accounts and versions.

import {
  findBankroll,
  findConfig,
  findFeeVault,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import {
  acceptAdmin,
  cancelMarket,
  claimPosition,
  closeBankroll,
  createAttestorSet,
  deposit,
  updateConfig,
  voidMarket,
  withdraw,
} from '@prediction-market/sdk/instructions'
import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { attested, givenAttestors } from '../oracle/attestors.ts'
import { givenBuyer, givenForSale, purchase } from './auction.ts'
import { bankrollBet, givenBankroll, naming } from './bankroll.ts'
import { closing, type DecidedMarket, givenDecided } from './decided.ts'
import { collection, settlement } from './market.ts'
import { priceFor, resolution } from './price.ts'
import { rawCreateMarket } from './raw-market.ts'
import { bet, givenBet, givenMarket, givenWallet, SOL, succeed, type World } from './world.ts'

/** An instruction that reads an account. */
export interface Reader {
  account: PublicKey
  name: string
  instructions: TransactionInstruction | TransactionInstruction[]
  signers?: Keypair[]
}

/** Types of accounts, as messages name them. */
export type ReadType =
  | 'market'
  | 'position'
  | 'question'
  | 'config'
  | 'fee vault'
  | 'attestor set'
  | 'bankroll'

/**
 * Every instruction that reads an account of the program, by the account's type. `settle_positions`, which skips positions
 * that it cannot read, is there for the market only.
 */
export async function givenReaders(
  world: World,
): Promise<{ decided: DecidedMarket; readers: Record<ReadType, Reader[]> }> {
  const { admin, settings } = world
  const attestors = await givenAttestors(world)
  const decided = await givenDecided(world, null)
  await givenForSale(world, 32n * SOL)
  const open = await givenMarket(world)
  const event = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' } })
  const bettor = await givenBet(world, open, 'Yes', SOL)
  const bankroll = await givenBankroll(world)
  const [creator, buyer] = [givenWallet(world), givenBuyer(world)]
  const nominating = updateConfig({ admin: admin.publicKey, settings, pendingAdmin: admin.publicKey })
  await succeed(world, [nominating], [admin])

  const { winner } = decided
  const { owner } = bankroll
  const own = owner.publicKey
  const { instruction: creating } = await rawCreateMarket(world, creator.publicKey)
  const keys = attestors.members.map(({ publicKey }) => publicKey)
  const on = (account: PublicKey) => ({
    bet: {
      account,
      name: 'place_bet',
      instructions: bet(open, bettor.publicKey, 'Yes', SOL),
      signers: [bettor],
    },
    bankrollBet: {
      account,
      name: 'place_bet_from_bankroll',
      instructions: bankrollBet(bankroll, open, 'Yes', SOL),
      signers: [owner],
    },
    cancel: {
      account,
      name: 'cancel_market',
      instructions: cancelMarket({ creator: event.creator.publicKey, market: event.address }),
      signers: [event.creator],
    },
    claim: {
      account,
      name: 'claim_position',
      instructions: claimPosition({ owner: winner.publicKey, market: decided.address }),
      signers: [winner],
    },
    collect: { account, name: 'collect_fees', instructions: collection(world, decided) },
    close: { account, name: 'close_market', instructions: closing(decided) },
    buy: {
      account,
      name: 'burn_auction_buy',
      instructions: purchase(world, buyer.publicKey, SOL),
      signers: [buyer],
    },
  })
  const [config, vault, set] = [findConfig(), findFeeVault(), attestors.address]
  const account = findBankroll(own)
  const readers = {
    market: [
      on(open.address).bet,
      on(open.address).bankrollBet,
      {
        account: open.address,
        name: 'resolve_market',
        instructions: resolution(open, priceFor(world, open)),
      },
      {
        account: open.address,
        name: 'void_market',
        instructions: voidMarket({ keeper: open.keeper, market: open.address }),
      },
      on(event.address).cancel,
      {
        account: decided.address,
        name: 'settle_positions',
        instructions: settlement(decided, [winner.publicKey]),
      },
      on(decided.address).claim,
      on(decided.address).collect,
      on(decided.address).close,
    ],
    position: [
      on(findPosition(open.address, bettor.publicKey)).bet,
      on(findPosition(decided.address, winner.publicKey)).claim,
    ],
    question: [on(findQuestion(event.address)).cancel, on(findQuestion(decided.address)).close],
    config: [
      { account: config, name: 'create_market', instructions: creating, signers: [creator] },
      on(config).bet,
      on(config).bankrollBet,
      on(config).collect,
      on(config).buy,
      { account: config, name: 'update_config', instructions: nominating, signers: [admin] },
      {
        account: config,
        name: 'accept_admin',
        instructions: acceptAdmin({ pendingAdmin: admin.publicKey }),
        signers: [admin],
      },
      {
        account: config,
        name: 'create_attestor_set',
        instructions: createAttestorSet({ admin: admin.publicKey, index: 1, keys }),
        signers: [admin],
      },
    ],
    'fee vault': [on(vault).collect, on(vault).close, on(vault).buy],
    'attestor set': [
      {
        account: set,
        name: 'resolve_market',
        instructions: attested(event, attestors, { second: event.createdAt + 5n, isMet: true }),
      },
    ],
    bankroll: [
      { account, name: 'withdraw', instructions: withdraw({ owner: own, amount: SOL }), signers: [owner] },
      {
        account,
        name: 'set_delegate',
        instructions: naming(own, { key: bettor, cosigner: winner }, null),
        signers: [owner],
      },
      on(account).bankrollBet,
      { account, name: 'close_bankroll', instructions: closeBankroll({ owner: own }), signers: [owner] },
      { account, name: 'deposit', instructions: deposit({ owner: own, amount: SOL }), signers: [owner] },
    ],
  }
  return { decided, readers }
}
