import bs58 from 'bs58'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { openBurner, storedBurner } from '../../web/src/wallet/burner.ts'

/** Runs with a storage and a crypto in place of the global ones. */
async function within(globals: Record<string, unknown>, run: () => Promise<void>): Promise<void> {
  const before = Object.keys(globals).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  try {
    await run()
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
}

describe('page: the burner wallet', () => {
  it('signs with a key that stays in the storage', () =>
    within({ localStorage: storage() }, async () => {
      expect(storedBurner()).to.equal(undefined)
      const { address } = await openBurner()
      const message = new TextEncoder().encode('play money')
      for (const wallet of [await openBurner(), storedBurner() ?? expect.fail()]) {
        expect(wallet.address).to.equal(address)
        const signature = await wallet.signMessage(message)
        expect(nacl.sign.detached.verify(message, signature, bs58.decode(address))).to.equal(true)
      }
    }))

  it('says what is missing where the browser cannot sign, and keeps nothing', () =>
    within({ localStorage: storage(), crypto: {} }, async () => {
      const refused = await openBurner().catch((error: Error) => error.message)
      expect(refused).to.match(/cannot sign with a burner wallet.*Chrome 137.*https/)
      expect(storedBurner()).to.equal(undefined)
    }))
})
