import { toMarketId } from '@prediction-market/sdk'
import { decodeMarket, findPosition } from '@prediction-market/sdk/accounts'
import { parseEvents } from '@prediction-market/sdk/events'
import { bet, givenMarket, givenWallet, SOL, startWorld, succeed } from '../helpers/program/world.ts'

// Uses the installed package: a market and a bet, on the chain that `CHAIN` names.
const world = await startWorld()
const market = await givenMarket(world)
const bettor = givenWallet(world)
const { logs } = await succeed(world, [bet(market, bettor.publicKey, 'Yes', 3n * SOL)], [bettor])
const account = await world.chain.account(market.address)
const position = await world.chain.account(findPosition(market.address, bettor.publicKey))
console.log(
  JSON.stringify({
    chain: world.chain.name,
    isId: toMarketId(market.address).startsWith('market_'),
    yes: account && String(decodeMarket(account.data).pools.Yes),
    hasPosition: position !== null,
    events: parseEvents(logs).events.map(({ name }) => name),
  }),
)
