import bs58 from 'bs58'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { openBurner, storedBurner } from '../../web/src/wallet/burner.ts'
import {
  connect,
  findWallets,
  followAccounts,
  installedWallets,
  type StandardWallet,
} from '../../web/src/wallet/standard.ts'
import './english.ts'
import { StoppedWaiting, stoppable, untilStopped } from '../../web/src/wallet/waiting.ts'

type Change = { accounts?: readonly { address: string; chains: readonly string[] }[] }

/** An installed wallet, and a way to report a change of its accounts. */
function installed(name: string, ...addresses: string[]) {
  const listeners = new Set<(change: Change) => void>()
  const account = (address: string) => ({ address, chains: ['solana:localnet'] })
  const accounts = addresses.map(account)
  const wallet: StandardWallet = {
    name,
    icon: '',
    chains: ['solana:localnet'],
    accounts,
    features: {
      'standard:connect': { connect: async () => ({ accounts }) },
      'standard:events': {
        on: (_, listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        signMessage: async ({ account: signer }) => [{ signature: new TextEncoder().encode(signer.address) }],
      },
      'solana:signTransaction': { signTransaction: async () => [] },
    },
  }
  const report = (change: Change) => {
    for (const listener of listeners) listener(change)
  }
  return { wallet, account, report }
}

describe('page: installed wallets', () => {
  it('that announce themselves twice are listed once', () => {
    const events = new EventTarget()
    const globals = {
      addEventListener: events.addEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    }
    Object.assign(globalThis, globals)
    try {
      const { wallet } = installed('Phantom', 'A')
      const again = installed('Phantom', 'A').wallet
      let unregister = () => {}
      const announce = (one: StandardWallet) => (api: { register(wallet: StandardWallet): () => void }) => {
        unregister = api.register(one)
      }
      // A wallet that is there before the page answers its event, and sends one of its own.
      events.addEventListener('wallet-standard:app-ready', (event) =>
        announce(wallet)((event as CustomEvent).detail),
      )
      findWallets()
      for (const one of [wallet, again]) {
        globals.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce(one) }))
      }
      expect(installedWallets.value).to.deep.equal([wallet])
      // One that was not listed takes nothing away.
      unregister()
      expect(installedWallets.value).to.deep.equal([wallet])
    } finally {
      for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
      installedWallets.value = []
    }
  })

  it('are followed to another account, and until their owner disconnects', async () => {
    const { wallet, account, report } = installed('Phantom', 'A', 'B')
    expect((await connect(wallet, 'localnet')).address).to.equal('A')
    const seen: (string | null)[] = []
    let last: Uint8Array | undefined
    const stop = followAccounts(wallet, 'localnet', async (changed) => {
      seen.push(changed?.address ?? null)
      last = await changed?.signMessage(new Uint8Array())
    })
    report({ accounts: [account('B')] })
    await Promise.resolve()
    // It signs with the account that it shows.
    await new Promise((resolve) => setImmediate(resolve))
    expect(new TextDecoder().decode(last)).to.equal('B')
    report({})
    report({ accounts: [] })
    stop()
    report({ accounts: [account('A')] })
    expect(seen).to.deep.equal(['B', null])
  })

  it('that never answer can be left, and what they sign later is not used', async () => {
    const controller = new AbortController()
    let sign: (signature: Uint8Array) => void = () => {}
    const silent = {
      name: 'Silent',
      address: 'A',
      kind: 'installed' as const,
      signMessage: () =>
        new Promise<Uint8Array>((resolve) => {
          sign = resolve
        }),
      signTransaction: async (transaction: Uint8Array) => transaction,
    }
    const wallet = stoppable(silent, controller.signal)
    const signed = wallet.signMessage(new Uint8Array()).catch((error: Error) => error)
    controller.abort()
    sign(new Uint8Array(64))
    expect(await signed).to.be.instanceOf(StoppedWaiting)
    // Whoever has stopped is not asked again.
    const next = await wallet.signTransaction(new Uint8Array()).catch((error: Error) => error)
    expect(next).to.be.instanceOf(StoppedWaiting)
  })

  it('that answer or refuse are waited for', async () => {
    const { signal } = new AbortController()
    expect(await untilStopped(Promise.resolve(1), signal)).to.equal(1)
    const refused = await untilStopped(Promise.reject(new Error('User rejected')), signal).catch(
      (error: Error) => error.message,
    )
    expect(refused).to.equal('User rejected')
  })
})

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
