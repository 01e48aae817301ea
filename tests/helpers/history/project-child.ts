import { pull } from '../../../app/src/history/projector/pull.ts'
import { openStore } from '../../../app/src/store/store.ts'
import { recordedLife } from './generate.ts'
import { openProjection } from './project.ts'

// Projects a record into a store until it is done or killed; says when it begins, each time it has come further, and when it is done.
const [, , plan = '{}', place = '{}'] = process.argv
const { batch, ...record } = JSON.parse(plan)
const store = await openStore(JSON.parse(place))
process.send?.('begun')
const onProgress = () => process.send?.('advanced')
await pull(await openProjection(store.db, recordedLife(record), { batch, onProgress }), 'final')
await store.close()
process.send?.('done')
