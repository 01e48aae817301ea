// Connects a command to the one node that it is given.

import { Connection } from '@solana/web3.js'

/**
 * A connection to a node that answers.
 *
 * @param setting - the setting or option that names the node
 * @throws Error that names the setting and the URL if it does not answer
 */
export async function connect(setting: string, rpcUrl: string): Promise<Connection> {
  const connection = new Connection(rpcUrl, 'confirmed')
  await connection.getVersion().catch((error: Error) => {
    throw new Error(`${setting}: no node answers at ${rpcUrl}: ${error.message}`)
  })
  return connection
}
