// Lets the client of either library run on a chain in this process, which has no RPC.

import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Codec, Compiler, Library, Wire } from '../../../sdk/src/core/wire.ts'
import type { Chain, TransactionResult } from '../chain/index.ts'

interface Executed extends TransactionResult {
  message: VersionedTransaction['message']
  slot: number
}

const NO_SUBSCRIPTIONS = 'a chain in this process has no subscriptions'

function unsubscribed(): never {
  throw new Error(NO_SUBSCRIPTIONS)
}

/** What a library encodes and signs, over a chain in this process. The caller gives compute limits: nothing simulates. */
export function chainWire<L extends Library>(chain: Chain, codec: Codec<L>, compiler: Compiler<L>): Wire<L> {
  /** By signature, in order. */
  const executed = new Map<string, Executed>()
  const keyOf = (address: L['Address']) => new PublicKey(codec.bytes(address))
  const addressOf = (key: PublicKey) => codec.fromBytes(key.toBytes())
  const slot = async () => Number(await chain.slot())

  async function account(address: L['Address']) {
    const found = await chain.account(keyOf(address))
    return found && { ...found, owner: addressOf(found.owner) }
  }

  async function transaction(signature: string) {
    const found = executed.get(signature)
    if (!found) return null
    const { message, error, logs } = found
    const keys = message.staticAccountKeys.map(addressOf)
    const at = (index: number) => keys[index] as L['Address']
    return {
      slot: found.slot,
      err: error,
      logs,
      instructions: () =>
        message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
          program: at(programIdIndex),
          accounts: accountKeyIndexes.map(at),
          data,
        })),
    }
  }

  return {
    ...codec,
    ...compiler,
    commitment: 'confirmed',
    account,
    accounts: async (addresses) => ({
      accounts: await Promise.all(addresses.map((address) => account(address))),
      slot: await slot(),
    }),
    async programAccounts(filters) {
      const keys = new Map(
        [...executed.values()].flatMap(({ message }) =>
          message.staticAccountKeys.map((key) => [key.toBase58(), addressOf(key)]),
        ),
      )
      const found = []
      for (const address of keys.values()) {
        const { owner, data } = (await account(address)) ?? {}
        if (!owner || !data || !codec.isSame(owner, codec.program)) continue
        const matches = filters.every(({ offset, bytes }) =>
          bs58.decode(bytes).every((byte, index) => data[offset + index] === byte),
        )
        if (matches) found.push({ address, data })
      }
      return found
    },
    rent: (bytes) => chain.rent(bytes),
    slot,
    blockhash: async () => ({ blockhash: await chain.blockhash(), lastValidBlockHeight: 1_000_000_000 }),
    recentFees: async () => [],
    simulate: () => Promise.reject(new Error('give a compute limit')),
    async signatures(address) {
      const key = keyOf(address)
      const named = [...executed].filter(([, { message }]) =>
        message.staticAccountKeys.some((one) => one.equals(key)),
      )
      return named.map(([signature, { error }]) => ({ signature, err: error })).reverse()
    },
    transaction,
    accountAt: unsubscribed,
    programAccountsAt: unsubscribed,
    watchAccount: unsubscribed,
    watchAccounts: unsubscribed,
    watchLogs: unsubscribed,
    node: {
      async sendRawTransaction(bytes) {
        const { message, signatures } = VersionedTransaction.deserialize(bytes)
        const signature = bs58.encode(signatures[0] ?? [])
        if (executed.has(signature)) return signature
        const result = await chain.submit(bytes)
        executed.set(signature, { ...result, message, slot: await slot() })
        return signature
      },
      async getSignatureStatuses(signatures) {
        const value = signatures.map((signature) => {
          const found = executed.get(signature)
          if (!found) return null
          return { slot: found.slot, err: found.error, confirmationStatus: 'finalized' as const }
        })
        return { context: { slot: await slot() }, value }
      },
      getBlockHeight: slot,
      getEpochInfo: async () => ({ absoluteSlot: await slot(), blockHeight: await slot() }),
      async getTransaction(signature) {
        const found = await transaction(signature)
        return found && { meta: { err: found.err, logMessages: found.logs } }
      },
    },
  }
}
