// The page that checks a decision: the node, the steps as they are done, and what they say together.

import { describeCondition } from '@prediction-market/sdk/condition'
import { type DecisionCheck, type VerifiedDecision, verifyDecision } from '@prediction-market/sdk/kit/proof'
import { createSolanaRpc } from '@solana/kit'
import { useEffect, useState } from 'preact/hooks'
import { askGateway, type Claim, isAllowed } from './sources.ts'
import { words } from './words.ts'

/** How far the page is: what went wrong, or how the check ended. */
interface Progress {
  isRunning?: boolean
  checks?: readonly DecisionCheck[]
  verified?: VerifiedDecision
  problem?: string
}

/** Recomputes the decision of a market. */
export function VerifyPage({ id }: { id: string }) {
  const [claim, setClaim] = useState<Claim | null>(null)
  const [node, setNode] = useState('')
  const [progress, setProgress] = useState<Progress>({ isRunning: true })

  const check = async ({ proof }: Claim, url: string) => {
    if (!isAllowed(url)) return setProgress({ problem: url ? words.notAllowed : words.noNode })
    const checks: DecisionCheck[] = []
    const show = (more: Progress) => setProgress({ checks: [...checks], ...more })
    show({ isRunning: true })
    const onCheck = (done: DecisionCheck) => {
      checks.push(done)
      show({ isRunning: true })
    }
    await verifyDecision(createSolanaRpc(url), proof, { onCheck }).then(
      (verified) => show({ verified }),
      (error: Error) => show({ problem: words.unreachable(error.message) }),
    )
  }

  useEffect(() => {
    document.title = `${words.title} · ${words.brand}`
    askGateway(id).then(
      (asked) => {
        setClaim(asked)
        setNode(asked.node)
        check(asked, asked.node)
      },
      (error: Error) => setProgress({ problem: error.message }),
    )
  }, [id])

  const { isRunning = false, checks = [], verified, problem } = progress
  return (
    <main class="narrow verify">
      <p>
        <a href={`/markets/${id}`}>← {words.back}</a>
      </p>
      <div class="page-head">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      {claim && (
        <form
          class="field"
          onSubmit={(event) => {
            event.preventDefault()
            check(claim, node.trim())
          }}
        >
          <label for="node">{words.node}</label>
          <div class="pair">
            <input
              id="node"
              value={node}
              spellcheck={false}
              aria-describedby="node-about"
              onInput={({ currentTarget }) => setNode(currentTarget.value)}
            />
            <button type="submit" class="button" disabled={isRunning}>
              {words.check}
            </button>
          </div>
          <small id="node-about" class="muted">
            {words.nodeAbout}
          </small>
        </form>
      )}
      <div role="status">
        {isRunning && <p class="muted">{words.checking}</p>}
        {verified && <Result verified={verified} />}
      </div>
      {problem && (
        <p class="error-text" role="alert">
          {problem}
        </p>
      )}
      {checks.length > 0 && (
        <section class="panel" aria-label={words.steps.heading}>
          <ol class="proof" data-testid="steps">
            {checks.map((done) => (
              <Step key={done.name} check={done} isUnknown={verified?.isNotFound === true} />
            ))}
          </ol>
        </section>
      )}
      {verified?.decision && <Trusted verified={verified} />}
    </main>
  )
}

function Result({ verified: { ok, isNotFound, decision } }: { verified: VerifiedDecision }) {
  const { right, rightAbout, wrong, wrongAbout, unknown, unknownAbout } = words.result
  const [kind, title, about] = isNotFound
    ? ['unknown', unknown, unknownAbout]
    : ok
      ? ['yes', right, rightAbout]
      : ['no', wrong, wrongAbout]
  return (
    <section class={`panel decision ${kind}`} data-testid="verdict">
      <h2>{title}</h2>
      <p>{about}</p>
      {decision && (
        <>
          <p>
            {words.decision} <b>{words.outcomes[decision.outcome ?? 'none']}</b>
          </p>
          <p class="hint" lang="en">
            {describeCondition(decision.created.condition, {
              tokenAddress: decision.created.token,
              expireAt: decision.created.expireAt,
            })}
          </p>
        </>
      )}
    </section>
  )
}

/** Steps that check more of one market than of another. */
const VARIES = new Set<DecisionCheck['name']>(['account', 'reference', 'evidence', 'lateStakes'])

function Step({ check: { name, ok, detail }, isUnknown }: { check: DecisionCheck; isUnknown: boolean }) {
  const [title, about] = words.steps.of[name]
  const mark = isUnknown ? 'unknown' : ok ? 'ok' : 'bad'
  return (
    <li class={mark}>
      <b>{title}</b> <span class="mark">{words.marks[mark]}</span>
      <p class="muted">{about}</p>
      {(!ok || VARIES.has(name)) && (
        <p class="small-text" lang="en">
          {detail}
        </p>
      )}
    </li>
  )
}

/** What the chain alone does not prove. */
function Trusted({ verified: { trusted } }: { verified: VerifiedDecision }) {
  return (
    <section class="panel" aria-labelledby="trusted">
      <h2 id="trusted">{words.trusted}</h2>
      {trusted.map((one) => (
        <p key={one} class="details" lang="en">
          {one}
        </p>
      ))}
    </section>
  )
}
