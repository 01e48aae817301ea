import { formatAmount } from '@prediction-market/sdk'
import { getProof } from '../../api/gateway.ts'
import { ApiError } from '../../api/http.ts'
import type { DecisionProof, Market, ProofTransaction } from '../../model/types.ts'
import { formatValue } from '../../money/amounts.ts'
import { Copy } from '../../parts/copy.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Show, Skeleton } from '../../parts/states.tsx'
import { useLoaded, usePolling } from '../../state/loaded.ts'
import { formatTime } from '../../text/times.ts'

/** As long as the gateway asks to wait. */
const RETRY_MS = 2_000

/** What decided a market, so that anyone can check it. */
export function Proof({ market }: { market: Market }) {
  const proof = useLoaded(`proof ${market.id}`, (signal) => getProof(market.id, signal))
  // Right after the decision the history may not have it yet.
  const isEarly = proof.state === 'error' && proof.error instanceof ApiError && proof.error.status === 503
  usePolling(RETRY_MS, isEarly, proof.reload)
  return (
    <section aria-labelledby="proof" data-testid="proof">
      <h2 id="proof">Proof</h2>
      {isEarly ? <Skeleton /> : <Show of={proof}>{(read) => <ProofView proof={read} />}</Show>}
    </section>
  )
}

function ProofView({ proof }: { proof: DecisionProof }) {
  const { observation, evidence, transactions } = proof
  return (
    <>
      <dl class="facts">
        {observation && (
          <Fact name="Observed">
            {evidence?.type === 'attestation' || observation.value === null
              ? ''
              : `${exactly(observation.value, Number(observation.exponent))}, `}
            {observation.met ? 'met' : 'not met'}, {formatTime(observation.observedAt)}
            {observation.reason !== null && `. ${observation.reason}.`}
          </Fact>
        )}
        {evidence?.type === 'price' && (
          <Fact name="Price account">
            <code>{evidence.account}</code>
          </Fact>
        )}
        {evidence?.type === 'state' && (
          <Fact name="Accounts">
            <code>{evidence.accounts.join(' ')}</code>
          </Fact>
        )}
        {evidence?.type === 'attestation' && (
          <Fact name="Signed by">
            <code>{evidence.signatures.map(({ attestor }) => attestor).join(' ')}</code>
          </Fact>
        )}
        <Transaction name="Opened in" {...transactions.created} />
        {transactions.recorded && <Transaction name="Recorded in" {...transactions.recorded} />}
        <Transaction name="Decided in" {...transactions.decided} />
      </dl>
      <p class="muted small-text">
        Check it without trusting this page: <code>verifyDecision</code> of the SDK reads{' '}
        <a href={`/v1/markets/${proof.marketId}/proof`}>this proof</a>, and everything that it names from the
        chain.
      </p>
    </>
  )
}

function Transaction({ name, transactionId, slot }: ProofTransaction & { name: string }) {
  return (
    <Fact name={name}>
      slot {formatValue(slot)}, <code>{transactionId}</code>{' '}
      <Copy text={transactionId} label={`Copy the transaction: ${name}`} />
    </Fact>
  )
}

/** `value × 10^exponent`, with every digit. */
function exactly(value: string, exponent: number): string {
  return exponent > 0 ? value + '0'.repeat(exponent) : formatAmount(BigInt(value), -exponent)
}
