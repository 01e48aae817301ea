import { formatAmount } from '@prediction-market/sdk'
import { kindOf } from '@prediction-market/sdk/condition'
import { RestError } from '@prediction-market/sdk/rest'
import type { ComponentChildren } from 'preact'
import { getProof } from '../../api/gateway.ts'
import type { Decimal, DecisionProof, Evidence, Market, ProofTransaction } from '../../model/types.ts'
import { formatValue } from '../../money/amounts.ts'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { Show, Skeleton } from '../../parts/states.tsx'
import { useLoaded, usePolling } from '../../state/loaded.ts'
import { formatTime } from '../../text/times.ts'

/** As long as the gateway asks to wait. */
const RETRY_MS = 2_000

/** What decided a market, step by step, so that anyone can check it. */
export function Proof({ market }: { market: Market }) {
  const proof = useLoaded(`proof ${market.id}`, (signal) => getProof(market.id, signal))
  // Right after the decision the history may not have it yet.
  const isEarly = proof.state === 'error' && proof.error instanceof RestError && proof.error.status === 503
  usePolling(RETRY_MS, isEarly, proof.reload)
  return (
    <section class="panel" aria-labelledby="proof" data-testid="proof">
      <h2 id="proof">Proof, step by step</h2>
      {isEarly ? <Skeleton lines={6} /> : <Show of={proof}>{(read) => <ProofView proof={read} />}</Show>}
    </section>
  )
}

function ProofView({ proof }: { proof: DecisionProof }) {
  const { observation, evidence, reference, transactions, winningOutcome, rule } = proof
  const { unit, fact } = kindOf(rule.condition)
  const isMeasured = evidence?.type !== 'attestation' && !fact
  const inUnit = (value: string, exponent: Decimal) => {
    const digits = exactly(value, Number(exponent))
    return unit === 'USD' ? `$${digits}` : `${digits} ${unit}`
  }
  const met = observation?.met ? 'met' : 'not met'
  return (
    <>
      <ol class="proof">
        <Step title="The rule was fixed" transaction={transactions.created}>
          {formatTime(rule.createdAt)}. The rule above was written into the market's account, for good.
        </Step>
        {transactions.recorded && (
          <Step
            title={
              reference
                ? `Started from ${inUnit(reference.value, reference.exponent)}`
                : 'The state at expiry was recorded'
            }
            transaction={transactions.recorded}
          >
            {reference && formatTime(reference.observedAt)}
          </Step>
        )}
        {observation && (
          <Step
            title={
              isMeasured && observation.value !== null
                ? `Observed ${inUnit(observation.value, observation.exponent)}: ${met}`
                : `Observed: ${met}`
            }
          >
            {formatTime(observation.observedAt)}
            {observation.reason !== null && `. ${observation.reason}.`}
            {evidence && <Sources evidence={evidence} />}
          </Step>
        )}
        <Step title={`Decided: ${winningOutcome ?? 'void'}`} transaction={transactions.decided}>
          {formatTime(proof.resolvedAt)}. The program compared it with the rule and fixed the payouts.
        </Step>
      </ol>
      <p class="muted small-text">
        Check it without trusting this page: <code>verifyDecision</code> of the SDK reads{' '}
        <a href={`/v1/markets/${proof.marketId}/proof`}>this proof</a>, and everything that it names from the
        chain.
      </p>
    </>
  )
}

interface StepProps {
  title: string
  transaction?: ProofTransaction
  children: ComponentChildren
}

function Step({ title, transaction, children }: StepProps) {
  return (
    <li>
      <b>{title}</b>
      <p class="muted">{children}</p>
      {transaction && (
        <p class="small-text">
          Transaction <ExplorerLink kind="tx" id={transaction.transactionId} />{' '}
          <span class="muted">in slot {formatValue(transaction.slot)}</span>
        </p>
      )}
    </li>
  )
}

/** What was shown to the program: accounts, or who signed. */
function Sources({ evidence }: { evidence: Evidence }) {
  const [name, addresses] =
    evidence.type === 'price'
      ? ['Price account', [evidence.account]]
      : evidence.type === 'state'
        ? ['Accounts', evidence.accounts]
        : ['Signed by', evidence.signatures.map(({ attestor }) => attestor)]
  return (
    <span class="proof-sources">
      {name}{' '}
      {addresses.map((address) => (
        <ExplorerLink key={address} kind="address" id={address} />
      ))}
    </span>
  )
}

/** `value × 10^exponent`, with every digit. */
function exactly(value: string, exponent: number): string {
  return exponent > 0 ? value + '0'.repeat(exponent) : formatAmount(BigInt(value), -exponent)
}
