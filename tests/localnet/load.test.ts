import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { expect } from 'chai'
import { startNode } from '../../app/src/localnet/node.ts'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'

/** More than the node's queue of events holds. */
const TRANSACTIONS = 1_200
const FRESH_BLOCKHASH_EVERY = 100

describe('the localnet under load', () => {
  it('takes 1,200 transactions in a row without a stall', async () => {
    const node = await startNode({ rpcPort: 0 })
    const connection = openConnection(node)
    try {
      const payerKey = node.payer.publicKey
      const toPubkey = Keypair.generate().publicKey
      let recentBlockhash = ''
      let expected = 0
      for (let index = 0; index < TRANSACTIONS; index++) {
        if (index % FRESH_BLOCKHASH_EVERY === 0) {
          recentBlockhash = (await connection.getLatestBlockhash()).blockhash
        }
        // Amounts differ so that no transaction is another's twin.
        const lamports = 1_000_000 + index
        expected += lamports
        const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey, lamports })]
        const message = new TransactionMessage({ payerKey, recentBlockhash, instructions })
        const transaction = new VersionedTransaction(message.compileToV0Message())
        transaction.sign([node.payer])
        await connection.sendTransaction(transaction, { skipPreflight: true })
      }

      await until(`${TRANSACTIONS} transfers to arrive`, async () => {
        return (await connection.getBalance(toPubkey)) === expected
      })
      const count = await connection.getTransactionCount('processed')
      expect(count).to.be.at.least(TRANSACTIONS)
    } finally {
      await closeConnection(connection)
      await node.stop()
    }
  })
})
