import { runLocalnet } from './run.ts'

await runLocalnet()
