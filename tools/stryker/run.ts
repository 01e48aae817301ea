// Installs Stryker apart from the project's packages, and runs it over a copy of the clone.

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '../program/workspace.ts'
import type { Part } from './parts.ts'

const FOLDER = join(ROOT, 'target/stryker')
const COPY = join(FOLDER, 'copy')
const WORKSPACES = '@prediction-market'

/** One change to the sources, in the form of Stryker's report. */
export interface Mutant {
  replacement: string
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored'
  location: { start: Position; end: Position }
}

interface Position {
  line: number
  column: number
}

/** What Stryker reports: the files that were changed. */
export interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

/** Changes the files of a part one place at a time, and runs the tests that reach the place. */
export function runStryker({ mutate, tests }: Part, jobs: number): Report {
  install()
  copyClone()
  const report = join(FOLDER, 'report.json')
  const config = join(FOLDER, 'config.json')
  const options = {
    mutate,
    // In the copy: packages of the workspace must be the changed ones, and a run that is killed leaves no change behind.
    inPlace: true,
    testRunner: 'mocha',
    // What `.mocharc.json` gives to the command mocha only.
    testRunnerNodeArgs: mochaOptions()['node-option'].map((option) => `--${option}`),
    mochaOptions: { spec: tests },
    plugins: ['@stryker-mutator/mocha-runner', join(FOLDER, 'messages.mjs')],
    ignorers: ['messages'],
    coverageAnalysis: 'perTest',
    concurrency: jobs,
    // Endless loops are found by counting; a busy machine must not pass for one.
    timeoutMS: 60_000,
    disableTypeChecks: false,
    allowConsoleColors: false,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
  }
  writeFileSync(config, JSON.stringify(options))
  execFileSync(join(FOLDER, 'node_modules/.bin/stryker'), ['run', config], { cwd: COPY, stdio: 'inherit' })
  return JSON.parse(readFileSync(report, 'utf8'))
}

function mochaOptions(): { 'node-option': string[] } {
  return JSON.parse(readFileSync(join(ROOT, '.mocharc.json'), 'utf8'))
}

function install(): void {
  const source = join(ROOT, 'tools/stryker')
  const lock = 'package-lock.json'
  const isInstalled =
    existsSync(join(FOLDER, 'node_modules')) &&
    readFileSync(join(FOLDER, lock), 'utf8') === readFileSync(join(source, lock), 'utf8')
  cpSync(source, FOLDER, { recursive: true })
  if (!isInstalled)
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: FOLDER, stdio: 'inherit' })
}

/** Copies what git has or would add; installed packages are links, those of the workspace to their copies. */
function copyClone(): void {
  rmSync(COPY, { recursive: true, force: true })
  const listed = ['ls-files', '-co', '--exclude-standard', '-z']
  const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of files) {
    if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(COPY, file))
  }
  const link = (target: string, path: string) => {
    mkdirSync(dirname(join(COPY, path)), { recursive: true })
    symlinkSync(target, join(COPY, path))
  }
  const modules = 'node_modules'
  for (const name of readdirSync(join(ROOT, modules))) {
    if (name !== WORKSPACES) link(join(ROOT, modules, name), join(modules, name))
  }
  for (const name of ['sdk', 'app', 'web']) {
    link(join(COPY, name), join(modules, WORKSPACES, name))
    if (existsSync(join(ROOT, name, modules))) link(resolve(ROOT, name, modules), join(name, modules))
  }
}
