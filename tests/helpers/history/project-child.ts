import { pull } from '../../../app/src/history/projector/pull.ts'
import { openStore } from '../../../app/src/store/store.ts'
import { recordedLife } from './generate.ts'
import { openProjection } from './project.ts'

// Projects a recorded ledger into a store until it is done or killed. Sends a message when the store is open, after
// every batch, and at the end.
const [, , plan = '{}', place = '{}'] = process.argv
const { batch, ...record } = JSON.parse(plan)
const store = await openStore(JSON.parse(place))
process.send?.('begun')
const onProgress = () => process.send?.('advanced')
await pull(await openProjection(store.db, recordedLife(record), { batch, onProgress }), 'final')
await store.close()
process.send?.('done')
