import { startPglite } from '../app/src/store/embedded.ts'

/** Leaves the empty database that the embedded store starts from, so that no first start has to make it. */
await (await startPglite()).close()
