// The answers of Solana Actions.

import { formatAmount, formatMoney, type Outcome, type PreparedTransaction } from '@prediction-market/sdk'
import type { ActionGetResponse, ActionsJson, LinkedAction, TransactionResponse } from '@solana/actions-spec'
import type { BookEntry } from '../../book/entry.ts'
import type { KnownMarket } from '../../gateway/markets/find-market.ts'
import type { ViewedMarket } from '../../gateway/markets/views.ts'
import { creatorsWords, marketWords, sideNames, stateText, titleOf } from '../../gateway/markets/words.ts'

/** Which links are Solana Actions: those to the page of a market, and those to the action itself. */
export const ACTION_RULES: ActionsJson = {
  rules: [
    { pathPattern: '/markets/*', apiPath: '/actions/markets/*' },
    { pathPattern: '/actions/markets/*', apiPath: '/actions/markets/*' },
  ],
}

function actionPath(id: string): string {
  return `/actions/markets/${id}`
}

function iconUrl(origin: string, id: string): string {
  return `${origin}${actionPath(id)}/icon.svg`
}

/**
 * The action of a market that takes bets: a button for each side, with an amount.
 *
 * @param minimum - the smallest stake, in base units
 */
export function betAction(entry: BookEntry, minimum: bigint, origin: string): ActionGetResponse {
  const { id, market, currency } = entry
  const button = (outcome: Outcome): LinkedAction => ({
    type: 'transaction',
    href: `${actionPath(id)}?outcome=${outcome}&amount={amount}`,
    label: `Bet on ${sideNames(market.condition)[outcome]}`,
    parameters: [
      {
        type: 'number',
        name: 'amount',
        label: `Stake in ${currency}`,
        required: true,
        min: Number(formatAmount(minimum, market.decimals)),
      },
    ],
  })
  return {
    type: 'action',
    icon: iconUrl(origin, id),
    ...texts(id, entry.question, market, true),
    label: 'Bet',
    links: { actions: [button('Yes'), button('No')] },
  }
}

/**
 * The action of a market that takes no bets: its state, and a button that does nothing.
 *
 * @param reason - why it takes none
 */
export function endedAction(known: KnownMarket, reason: string, origin: string): ActionGetResponse {
  const { id, market } = known
  return {
    type: 'action',
    icon: iconUrl(origin, id),
    ...texts(id, known.question, market, false),
    label: 'Betting has ended',
    disabled: true,
    error: { message: reason },
  }
}

/** The texts of an action: the question if it agrees with the condition, otherwise the condition itself. */
function texts(id: string, question: string, market: ViewedMarket, acceptingBets: boolean) {
  const words = marketWords({ id, question, market })
  const sentences = [stateText(market, acceptingBets), words.description, creatorsWords(words)]
  return { title: titleOf(words), description: sentences.filter(Boolean).join('\n\n') }
}

export interface ActionBet {
  outcome: Outcome
  amount: bigint
  /** The payout if the outcome wins with the pools as they are after the bet. */
  payout: bigint
  minPayout: bigint
  prepared: PreparedTransaction
}

/** The transaction of a bet, and what a client shows once it is confirmed. */
export function betTransaction(entry: BookEntry, bet: ActionBet, origin: string): TransactionResponse {
  const { id, question, market, currency } = entry
  const text = (units: bigint) => formatMoney(units, currency, market.decimals)
  const side = sideNames(market.condition)[bet.outcome]
  const stake = `${text(bet.amount)} on ${side}`
  return {
    type: 'transaction',
    transaction: Buffer.from(bet.prepared.transaction.serialize()).toString('base64'),
    message:
      `${stake}: pays ${text(bet.payout)} if ${side} wins with the pools as they are now. ` +
      `The program refuses the bet if that has fallen below ${text(bet.minPayout)}; later bets can still change it.`,
    links: {
      next: {
        type: 'inline',
        action: {
          type: 'completed',
          icon: iconUrl(origin, id),
          title: texts(id, question, market, true).title,
          description: `Bet placed: ${stake}. If it wins, the payout comes to your wallet by itself.`,
          label: 'Bet placed',
        },
      },
    },
  }
}
