// The hooks that Anchor.toml runs around `anchor build`: `pre-build` restores the program's keypair, `post-build`
// records the sources of the built program.

import { recordDeploy, writeKeypair } from './program/deploy-folder.ts'

const HOOKS: Record<string, () => void> = {
  'pre-build': () => writeKeypair(),
  'post-build': () => recordDeploy(),
}

const hook = HOOKS[process.argv[2] ?? '']
if (!hook) throw new Error(`usage: anchor-hook.ts ${Object.keys(HOOKS).join('|')}`)
hook()
