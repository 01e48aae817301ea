// Creates the empty database that the embedded store starts from, so that the first start is fast.

import { startPglite } from '../app/src/store/embedded.ts'

await (await startPglite()).close()
