// The page that checks a decision: the node, the steps as they are done, and what they say together.

import { describeCondition } from '@prediction-market/sdk/condition'
import {
  type DecisionCheck,
  type DecisionProof,
  type VerifiedDecision,
  verifyDecision,
} from '@prediction-market/sdk/kit/proof'
import { createSolanaRpc } from '@solana/kit'
import { useEffect, useState } from 'preact/hooks'
import { words } from './words.ts'

/** What the gateway says. */
interface Claim {
  /** The node that the gateway names; empty if there is none. */
  node: string
  /** The transactions, and its answer, which is compared with the chain; the id if it has none now. */
  proof: DecisionProof | string
}

/**
 * Asks the gateway about a market. Whether the market exists and is decided, the node is asked.
 *
 * @throws Error if the gateway does not answer
 */
async function askGateway(id: string): Promise<Claim> {
  const [config, proof] = await Promise.all([ask('/v1/config'), ask(`/v1/markets/${id}/proof`)])
  // The proof of another market would be right, too.
  const said = proof.ok ? { ...(await proof.json()), marketId: id } : id
  return { node: (await config.json()).rpcUrl ?? '', proof: said }
}

async function ask(path: string): Promise<Response> {
  return fetch(path, { cache: 'no-store' }).catch(() => {
    throw new Error(words.offline)
  })
}

/** Whether the content security policy lets this page call a node. */
function isAllowed(node: string): boolean {
  if (!URL.canParse(node)) return false
  const { protocol, hostname } = new URL(node)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

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
      ({ name, message }: Error) =>
        show({ problem: name === 'InvalidInputError' ? words.noId : words.unreachable(message) }),
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
  const isAbsent = verified?.missing === 'market' || verified?.missing === 'decision'
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
      {checks.length > 0 && !isAbsent && (
        <section class="panel" aria-label={words.steps.heading}>
          <ol class="proof" data-testid="steps">
            {checks.map((done) => (
              <Step key={done.name} check={done} />
            ))}
          </ol>
        </section>
      )}
      {verified?.decision && <Trusted verified={verified} />}
    </main>
  )
}

function Result({ verified: { ok, missing, decision } }: { verified: VerifiedDecision }) {
  const [title, about] = words.result[missing ?? (ok === null ? 'unchecked' : ok ? 'right' : 'wrong')]
  return (
    <section class={`panel decision ${ok === null ? 'unknown' : ok ? 'yes' : 'no'}`} data-testid="verdict">
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

/** Steps that show their detail even if it is right, because it differs from market to market. */
const VARIES = new Set<DecisionCheck['name']>(['account', 'reference', 'evidence', 'lateStakes'])

function Step({ check: { name, ok, detail } }: { check: DecisionCheck }) {
  const [title, about] = words.steps.of[name]
  const mark = ok === null ? 'unknown' : ok ? 'ok' : 'bad'
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
