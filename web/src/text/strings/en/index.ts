// All English text that people see in the page.

import { bet } from './bet.ts'
import { builder } from './builder.ts'
import { burns } from './burns.ts'
import { common } from './common.ts'
import { developers } from './developers.ts'
import { how } from './how.ts'
import { kinds } from './kinds.ts'
import { market } from './market.ts'
import { markets } from './markets.ts'
import { people } from './people.ts'
import { rounds } from './rounds.ts'
import { shell } from './shell.ts'
import { wallet } from './wallet.ts'

export const en = {
  bet,
  builder,
  burns,
  common,
  developers,
  how,
  kinds,
  market,
  markets,
  people,
  rounds,
  shell,
  wallet,
}

/** The text of a language: every one has all that English has. */
export type Strings = typeof en
