// A child process that is elected leader, locks the checkpoint and stops in the middle of the transaction. After a
// message from its parent it tries to write again, with its old term. It reports each step to its parent.

import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  beginTerm,
  lockCheckpoint,
  openCheckpoint,
} from '../../../app/src/history/projector/apply/checkpoint.ts'
import { openStore } from '../../../app/src/store/store.ts'

const [, , databaseUrl] = process.argv
const program = PROGRAM_ID.toBase58()
const store = await openStore({ databaseUrl })
const say = (message: string) => process.send?.(message)
await openCheckpoint(store.db, { program, genesis: 'a chain' }, false)
let term: number
store.elect({
  onLead: async (session) => {
    if (!session) return say('replaced')
    term = await beginTerm(session, program)
    await store.db
      .transaction(async (tx) => {
        await lockCheckpoint(tx, { program, term })
        say('holds the lock')
        await new Promise((resolve) => setTimeout(resolve, 3_600_000))
      })
      .catch(() => {})
  },
  onNews: () => {},
})
process.on('message', () => {
  store.db
    .transaction((tx) => lockCheckpoint(tx, { program, term }))
    .then(
      () => say('wrote'),
      (error) => say(error.message),
    )
})
