import { openStore } from '../../../app/src/store/store.ts'
import { recordedLife } from './generate.ts'
import { projectAll } from './project.ts'

// Projects a record into a store until it is done or killed; says when it begins and when it is done.
const [, , plan = '{}', place = '{}'] = process.argv
const { batch, ...record } = JSON.parse(plan)
const store = await openStore(JSON.parse(place))
process.send?.('begun')
await projectAll(store.db, recordedLife(record), { batch })
await store.close()
process.send?.('done')
