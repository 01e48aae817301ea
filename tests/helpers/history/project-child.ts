// A child process that takes a recorded ledger, or a fork of it that the chain abandons later, into a store. Sends a
// message when the store is open, after every batch, and at the end.

import { openStore } from '../../../app/src/store/store.ts'
import { abandonedFork, recordedLife } from './generate.ts'
import { openProjection, sync } from './project.ts'

const [, , plan = '{}', place = '{}'] = process.argv
const { batch, isForked, isSettled, ...record } = JSON.parse(plan)
const store = await openStore(JSON.parse(place))
process.send?.('begun')
const onProgress = () => process.send?.('advanced')
const chain = recordedLife(record)
const fork = isForked || isSettled ? abandonedFork(chain) : chain
await sync(await openProjection(store.db, isForked ? fork : chain, { batch, onProgress }))
await store.close()
process.send?.('done')
