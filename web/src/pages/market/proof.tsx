// The proof of a decision, step by step.

import { kindOf } from '@prediction-market/sdk/condition'
import { RestError } from '@prediction-market/sdk/rest'
import { formatMeasured } from '@prediction-market/sdk/rules'
import type { ComponentChildren } from 'preact'
import { getProof } from '../../api/gateway.ts'
import type { Decimal, DecisionProof, Evidence, Market, ProofTransaction } from '../../model/types.ts'
import { formatValue } from '../../money/amounts.ts'
import { ExplorerLink } from '../../parts/address.tsx'
import { Show, Skeleton } from '../../parts/states.tsx'
import { Moment } from '../../parts/time-left.tsx'
import { useLoaded, usePolling } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { withUnit } from '../../text/measured.ts'
import { formatDecimal } from '../../text/numbers.ts'
import { sidesOf } from '../../text/sides.ts'

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
      <h2 id="proof">{t().market.proof.heading}</h2>
      {isEarly ? <Skeleton lines={6} /> : <Show of={proof}>{(read) => <ProofView proof={read} />}</Show>}
    </section>
  )
}

function ProofView({ proof }: { proof: DecisionProof }) {
  const { observation, evidence, reference, transactions, winningOutcome, rule } = proof
  const { unit } = kindOf(rule.condition)
  const isMeasured = evidence?.type !== 'attestation' && !t().kinds[rule.condition.type].fact
  const inUnit = (value: string, exponent: Decimal) =>
    withUnit(formatDecimal(formatMeasured({ value: BigInt(value), exponent: Number(exponent) })), unit)
  const { proof: words } = t().market
  const { observed } = words
  return (
    <ol class="proof">
      <Step title={words.fixed} transaction={transactions.created}>
        {words.fixedAbout(<Moment at={rule.createdAt} />)}
      </Step>
      {transactions.recorded && (
        <Step
          title={reference ? words.startedFrom(inUnit(reference.value, reference.exponent)) : words.recorded}
          transaction={transactions.recorded}
        >
          {reference && <Moment at={reference.observedAt} />}
        </Step>
      )}
      {observation && (
        <Step
          title={
            isMeasured && observation.value !== null
              ? (observation.met ? observed.valueMet : observed.valueNotMet)(
                  inUnit(observation.value, observation.exponent),
                )
              : observation.met
                ? observed.met
                : observed.notMet
          }
        >
          <Moment at={observation.observedAt} />
          {observation.reason !== null && `. ${observation.reason}.`}
          {evidence && <Sources evidence={evidence} />}
        </Step>
      )}
      <Step
        title={words.decided(winningOutcome ? sidesOf(rule.condition)[winningOutcome] : t().common.void)}
        transaction={transactions.decided}
      >
        {words.decidedAbout(<Moment at={proof.resolvedAt} />)}
      </Step>
    </ol>
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
          {t().market.proof.transaction} <ExplorerLink kind="tx" id={transaction.transactionId} />{' '}
          <span class="muted">{t().market.proof.slot(formatValue(transaction.slot))}</span>
        </p>
      )}
    </li>
  )
}

/** What was shown to the program: accounts, or who signed. */
function Sources({ evidence }: { evidence: Evidence }) {
  const { sources } = t().market.proof
  const [name, addresses] =
    evidence.type === 'price'
      ? [sources.price, [evidence.account]]
      : evidence.type === 'state'
        ? [sources.state, evidence.accounts]
        : [sources.attestation, evidence.signatures.map(({ attestor }) => attestor)]
  return (
    <span class="proof-sources">
      {name}{' '}
      {addresses.map((address) => (
        <ExplorerLink key={address} kind="address" id={address} />
      ))}
    </span>
  )
}
