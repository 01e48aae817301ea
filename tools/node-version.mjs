// Ends the process if this Node is older than package.json requires. `tools/install.mjs` imports it before anything
// else: an old Node would fail later, in a package, with an error that does not mention Node.

import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const least = engines.node.replace('>=', '')
const [major, minor] = numbers(process.version.slice(1))
const [leastMajor, leastMinor = 0] = numbers(least)

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(
    `Node ${process.version.slice(1)} is too old: this project needs ${least} or later.\n` +
      'Install a newer one from https://nodejs.org, or with a version manager (nvm install 22), and try again.',
  )
  process.exit(1)
}

function numbers(version) {
  return version.split('.').map(Number)
}
