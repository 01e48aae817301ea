import { expect } from 'chai'

/** The error that something throws, by its class. */
export async function thrownBy<T extends Error>(
  action: Promise<unknown>,
  type: new (...args: never[]) => T,
): Promise<T> {
  const error = await action.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).to.be.instanceOf(type)
  return error as T
}
