// Calls that work as they stand, with a market of this deployment whose bets need no account but the usual ones.

import { listMarkets } from '../../api/gateway.ts'
import { Copy } from '../../parts/copy.tsx'
import { useLoaded } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'

/** Code to begin with: by REST, with the SDK, and in a frame. */
export function Samples() {
  const found = useLoaded('sample market', (signal) =>
    listMarkets({ status: 'open', sort: 'trending', currency: 'SOL', type: ['price'], limit: 1 }, signal),
  )
  const id = dataOf(found)?.items[0]?.id ?? 'market_…'
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">{t().developers.samples.heading}</h2>
      {Object.entries(samplesOf(id)).map(([name, code]) => (
        <details key={name} class="panel sample" open>
          <summary>{name}</summary>
          <pre>
            <code>{code}</code>
          </pre>
          <Copy text={code} label={t().developers.samples.copy(name)} />
        </details>
      ))}
    </section>
  )
}

function samplesOf(id: string): Record<string, string> {
  const { origin } = location
  return {
    curl: `curl '${origin}/v1/markets/${id}/quote?outcome=Yes&amount=0.1'`,
    'web3.js': [
      "import { PredictionMarketClient } from '@prediction-market/sdk'",
      'const client = new PredictionMarketClient(connection, { signer })',
      `await client.bets.place({ market: '${id}', outcome: 'Yes', amount: 100_000_000n })`,
    ].join('\n'),
    Kit: [
      "import { PredictionMarketClient } from '@prediction-market/sdk/kit'",
      'const client = new PredictionMarketClient({ rpc, rpcSubscriptions, signer })',
      `await client.bets.place({ market: '${id}', outcome: 'Yes', amount: 100_000_000n })`,
    ].join('\n'),
    'program.methods': [
      "import { IDL } from '@prediction-market/sdk/idl'",
      'const program = new Program(IDL, provider)',
      'const none = { bettorToken: null, mint: null, tokenProgram: null }',
      'await program.methods',
      '  .placeBet({ outcome: { yes: {} }, amount: new BN(100_000_000) }, new BN(0))',
      `  .accounts({ bettor, market: '${id.slice(id.indexOf('_') + 1)}', ...none })`,
      '  .rpc()',
    ].join('\n'),
    iframe: `<iframe src="${origin}/embed/markets/${id}" width="400" height="230"></iframe>`,
  }
}
