import { expect } from 'chai'

/** What something that must fail fails with. */
export async function failure(attempt: Promise<unknown>): Promise<Error> {
  return attempt.then(
    () => expect.fail('It did not fail'),
    (error: Error) => error,
  )
}
