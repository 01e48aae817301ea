import { startPglite } from '../app/src/store/embedded.ts'

// Writes the copy of an empty database that embedded stores start from, so that the first start is fast too.
await (await startPglite()).close()
