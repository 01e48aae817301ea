// The React context with the client that the hooks use, and the state of a hook that reads something.

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { Unsubscribe } from '../core/follow/accounts.ts'
import type { PredictionMarketClient } from '../web3/client.ts'

const ClientContext = /* @__PURE__ */ createContext<PredictionMarketClient | null>(null)

/**
 * Provides a client to the hooks below it. Create a new client only when the wallet changes: with another client the
 * hooks read everything again.
 *
 * @example
 * const client = useMemo(() => new PredictionMarketClient(connection, { signer: wallet }), [connection, wallet])
 * return <PredictionMarketProvider client={client}>…</PredictionMarketProvider>
 */
export function PredictionMarketProvider(props: {
  client: PredictionMarketClient
  children?: ReactNode
}): ReactElement {
  return createElement(ClientContext.Provider, { value: props.client }, props.children)
}

/** The client of the provider above, for everything that has no hook. */
export function usePredictionMarket(): PredictionMarketClient {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('There is no PredictionMarketProvider above this component')
  return client
}

/** What a hook has read and keeps current. */
export type Loadable<Data> =
  | { status: 'loading'; data: undefined; error: undefined }
  /** Nothing could be read yet; reading is retried. */
  | { status: 'error'; data: undefined; error: Error }
  /** `error` says why the last refresh failed, if it did: `data` may be old. */
  | { status: 'ready'; data: Data; error: Error | undefined }

/** Starts to follow something: `take` receives its state and every change, `fail` every error. */
export type Start<Data> = (take: (data: Data) => void, fail: (error: Error) => void) => Unsubscribe

const LOADING = { status: 'loading', data: undefined, error: undefined } as const

/** Follows something while the component is mounted, and restarts when `start` changes. */
export function useFollowed<Data>(start: Start<Data>): Loadable<Data> {
  const [seen, setSeen] = useState<{ start: Start<Data>; state: Loadable<Data> }>()
  useEffect(() => {
    let isEnded = false
    let state: Loadable<Data> = LOADING
    const show = (next: Loadable<Data>) => {
      if (isEnded) return
      state = next
      setSeen({ start, state })
    }
    const stop = start(
      (data) => show({ status: 'ready', data, error: undefined }),
      (error) =>
        show(state.status === 'ready' ? { ...state, error } : { ...LOADING, status: 'error', error }),
    )
    return () => {
      isEnded = true
      stop().catch(() => {})
    }
  }, [start])
  // Data of another market, wallet or client is not returned for this one.
  return seen?.start === start ? seen.state : LOADING
}
