// Reads accounts without the validation of web3.js.

import { type AccountInfo, type Connection, PublicKey, type RpcResponseAndContext } from '@solana/web3.js'
import { askNode } from './ask-node.ts'

/** An account; `null` if there is none. */
export type Account = AccountInfo<Buffer> | null

/** An account in a node's answer. */
interface RawAccount {
  data: [base64: string, encoding: string]
  executable: boolean
  lamports: number
  owner: string
}

/** `getMultipleAccounts`, confirmed, without the validation of web3.js, which takes longer than all else about it. */
export async function readAccounts(
  connection: Connection,
  addresses: readonly PublicKey[],
): Promise<RpcResponseAndContext<Account[]>> {
  const options = { commitment: 'confirmed', encoding: 'base64' }
  const params = [addresses.map((address) => address.toBase58()), options]
  const { context, value } = await askNode<RpcResponseAndContext<(RawAccount | null)[]>>(
    connection,
    'getMultipleAccounts',
    params,
  )
  return {
    context,
    value: value.map((raw) => {
      if (!raw) return null
      const { executable, lamports } = raw
      return {
        executable,
        lamports,
        owner: new PublicKey(raw.owner),
        data: Buffer.from(raw.data[0], 'base64'),
      }
    }),
  }
}
