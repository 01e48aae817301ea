import { runLocalnet } from './localnet/run.ts'

await runLocalnet(
  'This version has no REST gateway yet: talk to the localnet through the SDK, see sdk/README.md.',
)
