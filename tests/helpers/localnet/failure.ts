import { expect } from 'chai'

/** The error of a promise that must fail. */
export async function failure(attempt: Promise<unknown>): Promise<Error> {
  return attempt.then(
    () => expect.fail('It did not fail'),
    (error: Error) => error,
  )
}
