// The React context with the client that the hooks use.

import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
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
