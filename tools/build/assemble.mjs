// Assembles a release: the files that it contains, and a package.json with its commands.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files and folders of a release, from the root of the clone. */
const FILES = [
  'LICENSE',
  'package-lock.json',
  'app/assets',
  'app/dist',
  'app/package.json',
  'sdk/dist',
  'sdk/package.json',
  'sdk/program',
  'web/dist',
]

/** The commands of a release; they need only Node. */
const SCRIPTS = {
  start: 'node app/dist/main.js',
  keeper: 'node app/dist/main.js keeper',
  attestor: 'node app/dist/main.js attestor',
  localnet: 'node app/dist/main.js localnet',
  deploy: 'node app/dist/deploy/command.js',
  verify: 'node app/dist/deploy/verify/command.js',
  admin: 'node app/dist/admin/command.js',
  'history:rebuild': 'node app/dist/history/rebuild.js',
}

/** Copies the release of a built clone into a folder and removes the folder's former content. */
export function assemble(root, folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  const { name, version, private: isPrivate, description, license, type, engines } = readJson(root)
  const workspaces = ['app', 'sdk']
  const manifest = {
    name,
    version,
    private: isPrivate,
    description,
    license,
    type,
    engines,
    workspaces,
    scripts: SCRIPTS,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function readJson(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}
