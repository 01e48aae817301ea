// Compares the names of errors with the list of the gateway.

import { LangErrorCode } from '@coral-xyz/anchor'
import { expect } from 'chai'
import { errorNames } from '../../../app/src/gateway/http/errors/names.ts'

const NAMES = new Set([...Object.keys(errorNames()), ...Object.keys(LangErrorCode)])

/** Expects that an answer has a name of the list, or of Anchor, if it is an error, and none otherwise. */
export function expectNamed({ status, headers }: Pick<Response, 'status' | 'headers'>, where: string): void {
  const name = headers.get('x-error-code')
  if (status < 400) expect(name, where).to.equal(null)
  else expect(NAMES.has(name ?? ''), `${where}: ${status} is named ${name}`).to.equal(true)
}
