// Tools of the tests that generate clients from the OpenAPI document.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../localnet/process.ts'

const FOLDER = join(ROOT, 'target/generators')

/** openapi-generator, which is published as one jar. */
const VERSION = '7.25.0'
const SHA256 = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae'
const MAVEN = 'https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli'

/** The output folder of a generator. */
export function outputFolder(name: string): string {
  mkdirSync(FOLDER, { recursive: true })
  return join(FOLDER, name)
}

/** Downloads openapi-generator, unless it exists; returns its file. */
export async function openApiGenerator(): Promise<string> {
  const file = outputFolder(`openapi-generator-${VERSION}.jar`)
  if (existsSync(file) && digestOf(readFileSync(file)) === SHA256) return file
  const answer = await fetch(`${MAVEN}/${VERSION}/openapi-generator-cli-${VERSION}.jar`)
  const jar = Buffer.from(await answer.arrayBuffer())
  if (digestOf(jar) !== SHA256) throw new Error(`openapi-generator ${VERSION}: not the file that is expected`)
  writeFileSync(file, jar)
  return file
}

/** Whether a command is installed; prints what is left out if it is not. */
export function hasCommand(command: string, args: string[], leavesOut: string): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    console.warn(`${command} is not installed: ${leavesOut}`)
    return false
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
