// The table of Pyth price feeds that questions can name.

import { fromBase58 } from '../encoding.ts'

/** A Pyth price feed: what one unit of an asset costs in US dollars. */
export interface PriceFeed {
  /** Ticker of the asset, upper case. */
  readonly symbol: string
  /**
   * Its rough price in US dollars, to the nearest power of ten or half of one: to distinguish a price from a market cap
   * or a mistake if no current value is known.
   */
  readonly typicalPrice: string
  /** Pyth feed id: 64 lower-case hexadecimal digits. */
  readonly id: string
  /** Mint of the asset in base58 if it is a token of Solana, whose supply can be read; otherwise `null`. */
  readonly mint: string | null
  /** Its name as people write it. */
  readonly name: string
  /** Other common names. */
  readonly aliases: readonly string[]
}

/**
 * One feed a line, with the fields of {@link PriceFeed} in its order; the mint only if there is one. Ids are in base58,
 * which compresses best. Each id is confirmed by two independent public sources, and each mint is the token whose price
 * the feed is, not another of that name; `tests/sdk/feeds/sources.md` names them. A market on a wrong id could never be
 * decided.
 */
const TABLE = `
SOL 200 H6ARHf6YXhGYeQfUzQNGk6rDNnLBQKrenN712K4AQJEG Solana
BTC 100000 GVXRSBjFk6e6J3NbVPXohDJetcTjaeeuykUpbQF8UoMU Bitcoin
ETH 3000 JBu1AL4obBcCMqKBBxhpWCNUt136ijcuMZLFvTP7iWdB Ethereum, ether
USDC 1 Gnt27xtC473ZT2Mw5u8wZ68Z3gULkSTb5DuxJy7eJotD USD Coin
USDT 1 3vxLXJqLqF3JG5TCbYycbKWRBbCJQLxQmBGCkyqEEefL Tether
BONK 0.00001 8ihFLu5FimgTQ1Unh4dVyEHUGodJ5gJQCrQf4KUVB9bN DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263 Bonk
JUP 0.5 g6eRCbboSwK4tSWngn773RCMexr1APQr4uA9bGZBYfo JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN Jupiter
WIF 1 6ABgrEZk8urs6kJ1JNdC1sspH5zKXRqxy8sg3ZG2cQps EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm dogwifhat, dog wif hat
PYTH 0.2 nrYkQQQur7z8rYTST3G9GqATviK5SxTDkrqd21MW6Ue HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3 Pyth Network
JTO 1 D8UUgr8a3aR3yUeHLu7v8FWK7E8Y5sSU7qrYBXUJXBQ5 jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL Jito
W 0.1 H9j8CT1bFiWHaZUPMooEaxMRHdWdJ5T9CzFn41z96JHW 85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ Wormhole
KMNO 0.1 Cwrv3ghHj6oQQgWfAGXN15RYhX8ttmDx7AXwwXC3xH2F KMNo3nJsBXfcpJTVhZcXLW7RmTwTt4GVFE7suUBo9sS Kamino
TNSR 0.2 Q8VX3mWPydnjA2VRFuT6QsnMzdQXJQVQGTWgwuau7si TNSRxcUxoT9xBG3de7PiJyTDYu7kskLqcpddxnEJAS6 Tensor
RENDER 5 58FU64wmcNpvC9rHcdLQRmeKsenh8rfQtA8yvkxK26Ha rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof Render
HNT 2 7moA1i5vQUpfDwSpK6Pw9s56ahB7WFGidtbL2ujWrVvm hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux Helium
RAY 2 AnLf8tVYCM816gmBjiy8n53eXKKEDydT5piYjjQDPgTB 4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R Raydium
ORCA 2 4ivThkX8uRxBpHsdWSqyXYihzKF3zpRGAUCqyuagnLoV orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE Orca
MEW 0.005 6ULHnTs1Ys2J23xKaHUJcJzYkWFrhQhZofLU5sq2CpRA MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5 cat in a dogs world
PENGU 0.02 Dqu753Bk9y6zdqRPSxmvhfaGL8as7fd1k6pzHqspZ2qn 2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv Pudgy Penguins
TRUMP 10 A8G6XyA6fSrsavG63ssAGU3Hnt2oDZARxefREzAY5axH 6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN Official Trump
FARTCOIN 1 6yeKsM8eY1ei8fBdx3Ua7MDbGffMxGCPX4pavBGVUaA3 9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump Fartcoin
PUMP 0.005 9DGVna8NFhcVEQoswYx3qwhuKSvDUaCZikjMYs9jxZP6 pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn Pump.fun
JITOSOL 200 7yyaeuJ1GGtVBLT2z2xub5ZWYKaNhF28mj1RdV4VDFVk J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn Jito Staked SOL
MSOL 200 E4v1BBgoso9s64TQvmyownAVJbhbEPGyzA3qn4n46qj9 mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So Marinade Staked SOL
JLP 5 ETzAjoG8xfhNzUD2ARvFncRf3K2qNokqGU9f5jeo2o1T 27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4 Jupiter Perps LP
WBTC 100000 Eavb8FKNoYPbHnSS8kMi4tnUh8qK8bqxTjCojer4pZrr Wrapped Bitcoin
POPCAT 0.2 DTuubHi6jSLeRAdEAwWA1cY1z9WRXXC5jmMF47evdjbb 7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr Popcat
PNUT 0.2 2B2uykm3nr2LHDyXeggCq4ACf8YuPbMnFUCUzW5bZirP 2qEHjDLDLbuBgRYvsxhc5D6uDWAivNFZGan56P1tpump Peanut the Squirrel
DRIFT 0.5 7CUTyEXVdDDByR8RPDzZsFtzNYH9KKc9bEtFY4qkdY1U DriFtupJYLTosbwoN8koMbEYSx54aFAVLddWsbksjwg7 Drift
BNB 1000 4CkQJBxhU8EZ2UjhigbtdaPbpTe6mqf811fipYBFbSYN BNB, binance coin
XRP 2 Guffb8DAAxNH6kdoawYjPXTbwUhjmveh8R4LM6uEqRV1 XRP, ripple
DOGE 0.2 FsSM3s38PX9K7Dn6eGzuE29S2Dsk1Sss1baytTQdCaQj Dogecoin
SUI 2 3Qub3HaAJaa2xNY7SUqPKd3vVwTqDfDDkEUMPjXD2c1q Sui
TRX 0.5 7yjcov5hfpr6iG67sh848jiSXDzrp4A1JbFkrpZrnFbg Tron
HYPE 30 5UVhvt9NzyyVuVaePfkaEaHD6hoD9Dw7PFUCfRoMh8i6 Hyperliquid
BERA 2 B72vp52SUipn1gaBadkBk5MSMjMqS8gSaNUz4jBkAm9E Berachain
UNI 10 98dE7gWsyWggCizXAS4qrSgcRxrYrAXCoZsbJTLVN81W Uniswap
AVAX 10 Ax9ujW5B9oqcv59N8m6f1BpTBq2rGeGaBcpKjC5UYsXU Avalanche
ARB 0.5 5HRrdmghsnU3i2u5StaKaydS7eq3vnKVKwXMzCNKsc4C Arbitrum
OP 0.5 4o4CUwzFwLqCvmA5x1G4VzoZkAhAcbiuiYyjWX1CVbY2 Optimism
LINK 10 ALdkqQDMfHNg77oCNskfX751kHys4KE7SFuZzuKaN536 Chainlink
TON 2 AFJXXYuniABNnoEE7DLtkxwqLDkcda4xG5k2F4FB86hj Toncoin
PEPE 0.00001 FSfxunDmjjbDV2QxpyxFCAPKmYJHSLnLuvQXDLkMzLBm Pepe
APT 5 FNNvb1AFDnDVPkocEri8mWbJ1952HQZtFLuwPiUjSJQ Aptos
TAO 200 5NxzemFgGDhimYE3S5qmb5zkjZUmiHXb4up5WGXe7NLn Bittensor
LTC 100 8RMnV1eD55iqUFJLMguPkYBkq8DCtx81XcmAja93LvRR Litecoin
SEI 0.2 6cUuAyAX3eXoiWkjFF77RQBEUF15AAMQ7d1hm4EPd3tv Sei
TIA 2 funeUsHgi2QKkLdUPASRLuYkaK8JaazCEz3HikbkhVt Celestia
INJ 10 9EdtbaivHQYA4Nh3XzGR6DwRaoorqXYnmpfsnFhvwuVj Injective
AAVE 200 3wDLxH34Yz8tGjwHszQ2MfzHwRoaQgKA32uq2bRpjJBW Aave
ATOM 5 CrCpTerNqtZvqLcKqz1k13oVeXV9WkMD2zA9hBKXrsbN Cosmos
STX 1 Gv7XY6jphWwjdpqfoip6gCMhUtH748DFJM1drLtbgoFU Stacks
XMR 500 5m4ycgV8V6V6ZG7JaHyPZMTcJXj4Ar4qLBCxTCoKquWU Monero
ADA 0.5 3pyn4svBbxJ9Wnn3RVeafyLWfzie6yC5eTig2S62v9SC Cardano
DOT 5 EcV1X1gY2yb4KXxjVQtTHTbioum2gvmPnFk4zYAt7zne Polkadot
NEAR 5 ECSFWQ1bnnpqPVvoy9237t2wddZAaHisW88mYxuEHKWf NEAR Protocol
BCH 500 5ALDzwcRJfSyGdGyhP3kP628aqBNHZzLuVww7o9kdspe Bitcoin Cash
XLM 0.5 DMw1AaDmW9g8cCcB4KqCAdWiDNkyFJg7cQ6nhdHpMN6j Stellar, stellar lumens
ZEC 500 Dq3rdRnXJrigTZ7LpAevYPdwQTwV3p3uw9iSKV6VU3ST Zcash
SHIB 0.00001 HD7fKr26unn2521YNNKeV7o45c4qzpzbNMceg2NCysE1 Shiba Inu
`

const ROW = /^(\S+) (\S+) (\S+) (?:(\S{32,}) )?(.*)/

/** The feeds that questions can name. */
export const PRICE_FEEDS: readonly PriceFeed[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [, symbol = '', typicalPrice = '', id = '', mint = null, names = ''] = ROW.exec(row) ?? []
    const [name = '', ...aliases] = names.split(', ')
    return { symbol, typicalPrice, id: idOf(id), mint, name, aliases }
  })

function idOf(base58: string): string {
  return fromBase58(base58)?.toString(16).padStart(64, '0') ?? ''
}
