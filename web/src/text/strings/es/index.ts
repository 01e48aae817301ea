// All Spanish text that people see in the page.

import type { Strings } from '../en/index.ts'
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

export const es: Strings = {
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
