// The wire to web3.js, on Anchor.

import type { Connection } from '@solana/web3.js'
import type { Finality } from '../core/transaction/status.ts'
import type { Wire } from '../core/wire.ts'
import { chainOver } from './chain.ts'
import { codecOf } from './codec.ts'
import { compilerOf } from './compiler.ts'
import type { AddressInput } from './input.ts'
import type { Web3 } from './library.ts'

/** The program and the commitment of a wire. */
export interface WireOptions {
  /** The program's address, for a deployment of your own. */
  programId?: AddressInput | undefined
  /** `confirmed` by default. */
  commitment?: Finality | undefined
}

/** The client's part over a connection of web3.js. */
export function web3Wire(connection: Connection, options: WireOptions = {}): Wire<Web3> {
  const codec = codecOf(options.programId)
  const chain = chainOver(connection, codec.program, options.commitment ?? 'confirmed')
  return { ...codec, ...compilerOf(connection), ...chain }
}
