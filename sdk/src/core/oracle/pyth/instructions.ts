// Builds seven instructions of Pyth's programs, after the IDLs in the npm package `@pythnetwork/pyth-solana-receiver`
// 0.14.0, whose client needs another version of Anchor. Four belong to Pyth's deployment of the Wormhole core bridge.

import { Buffer } from 'buffer'
import { readOnly, signer, writable } from '../../instructions/build.ts'
import { DEFAULT_PUBKEY } from '../../shapes.ts'
import type { Codec, Library, Meta } from '../../wire.ts'
import * as signed from './accumulator.ts'
import { readPrice } from './price-account.ts'
import type { PriceUpdate } from './price-source.ts'

/** Bytes before the message in an account that holds a VAA. */
const VAA_HEADER = 46

/** An account for a VAA, and the signer who may write it. */
export interface VaaAccount<Address> {
  /** The Wormhole core bridge that verifies it. */
  wormhole: Address
  authority: Address
  account: Address
}

/** The size of an account that holds a VAA. */
export function vaaAccountSize(vaa: Uint8Array): number {
  return VAA_HEADER + vaa.length
}

/** Initialises an account of the bridge for a VAA. */
export function initEncodedVaa<L extends Library>(
  codec: Codec<L>,
  { wormhole, authority, account }: VaaAccount<L['Address']>,
) {
  return build(codec, wormhole, 'init_encoded_vaa', [signer(authority, false), writable(account)])
}

/** Writes a part of a VAA at an offset. */
export function writeEncodedVaa<L extends Library>(
  codec: Codec<L>,
  { wormhole, authority, account }: VaaAccount<L['Address']>,
  index: number,
  part: Uint8Array,
) {
  const keys = [signer(authority, false), writable(account)]
  return build(codec, wormhole, 'write_encoded_vaa', keys, [signed.u32(index), signed.u32(part.length), part])
}

/** Verifies the guardians' signatures of a VAA that is written in full. */
export function verifyEncodedVaa<L extends Library>(
  codec: Codec<L>,
  { wormhole, authority, account }: VaaAccount<L['Address']>,
  vaa: Uint8Array,
) {
  const guardians = readOnly(guardianSet(codec, wormhole, vaa))
  const keys = [signer(authority, false), writable(account), guardians]
  return build(codec, wormhole, 'verify_encoded_vaa_v1', keys)
}

/** Closes the account of a VAA; its rent goes to the authority. */
export function closeEncodedVaa<L extends Library>(
  codec: Codec<L>,
  { wormhole, authority, account }: VaaAccount<L['Address']>,
) {
  return build(codec, wormhole, 'close_encoded_vaa', [signer(authority, true), writable(account)])
}

/** A price to post. */
interface PostedUpdate<Address> {
  /** The Pyth receiver that posts it. */
  receiver: Address
  /** Pays, and may close the account. */
  payer: Address
  /** A new account, which must sign. */
  priceUpdate: Address
  update: signed.MerkleUpdate
  /** Which of the receiver's 256 treasuries takes the fee. A random one avoids write locks. */
  treasuryId: number
}

/** A price to post by a VAA that is on the chain and verified. */
export interface PostUpdateInput<Address> extends PostedUpdate<Address> {
  encodedVaa: Address
}

/** A price to post together with its VAA. */
export interface PostUpdateAtomicInput<Address> extends PostedUpdate<Address> {
  /** The Wormhole core bridge whose guardians signed it. */
  wormhole: Address
  vaa: Uint8Array
}

/** Posts a price that a verified VAA proves. */
export function postUpdate<L extends Library>(codec: Codec<L>, input: PostUpdateInput<L['Address']>) {
  const args = signed.postingArguments(input.update, input.treasuryId)
  return build(codec, input.receiver, 'post_update', postKeys(codec, input, input.encodedVaa), args)
}

/** Posts a price and verifies the signatures of its VAA, as many as it has. */
export function postUpdateAtomic<L extends Library>(
  codec: Codec<L>,
  input: PostUpdateAtomicInput<L['Address']>,
) {
  const { receiver, wormhole, vaa, update, treasuryId } = input
  const accounts = postKeys(codec, input, guardianSet(codec, wormhole, vaa))
  return codec.instruction({ program: receiver, accounts, data: signed.atomicData(vaa, update, treasuryId) })
}

/** @param proof - the account by which the VAA is verified */
function postKeys<L extends Library>(
  codec: Codec<L>,
  { payer, priceUpdate, receiver, treasuryId }: PostedUpdate<L['Address']>,
  proof: L['Address'],
): Meta<L['Address']>[] {
  return [
    signer(payer, true),
    readOnly(proof),
    readOnly(find(codec, receiver, 'config')),
    writable(find(codec, receiver, 'treasury', Uint8Array.of(treasuryId))),
    signer(priceUpdate, true),
    readOnly(codec.constant(DEFAULT_PUBKEY)),
    signer(payer, false),
  ]
}

/** The price that an instruction posts to an account, by either instruction; `null` if it does something else. */
export function readPostedPrice<L extends Library>(
  codec: Codec<L>,
  instruction: { program: L['Address']; accounts: readonly L['Address'][]; data: Uint8Array },
  { receiver, priceUpdate }: { receiver: L['Address']; priceUpdate: L['Address'] },
): Omit<PriceUpdate, 'signed'> | null {
  const account = instruction.accounts[4]
  const isOurs = account !== undefined && codec.isSame(account, priceUpdate)
  if (!isOurs || !codec.isSame(instruction.program, receiver)) return null
  const data = Buffer.from(instruction.data)
  const isA = (name: string) => data.subarray(0, 8).equals(signed.discriminator(name))
  if (isA('post_update')) return readPrice(data.subarray(13), false)
  // In this instruction the VAA and its length come first.
  return isA('post_update_atomic') ? readPrice(data.subarray(17 + data.readUInt32LE(8)), false) : null
}

/** Closes the account of a posted price; its rent goes to the poster. */
export function reclaimRent<L extends Library>(
  codec: Codec<L>,
  receiver: L['Address'],
  poster: L['Address'],
  priceUpdate: L['Address'],
) {
  return build(codec, receiver, 'reclaim_rent', [signer(poster, true), writable(priceUpdate)])
}

/** The account of the guardian set that signed a VAA, which names the set itself. */
function guardianSet<L extends Library>(codec: Codec<L>, wormhole: L['Address'], vaa: Uint8Array) {
  return find(codec, wormhole, 'GuardianSet', vaa.subarray(1, 5))
}

function build<L extends Library>(
  codec: Codec<L>,
  program: L['Address'],
  name: string,
  accounts: Meta<L['Address']>[],
  args: readonly Uint8Array[] = [],
): L['Instruction'] {
  return codec.instruction({ program, accounts, data: signed.instructionData(name, args) })
}

function find<L extends Library>(
  codec: Codec<L>,
  program: L['Address'],
  name: string,
  ...seeds: Uint8Array[]
): L['Address'] {
  return codec.derive([new TextEncoder().encode(name), ...seeds], program)[0]
}
