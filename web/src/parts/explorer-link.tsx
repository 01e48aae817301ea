// A link to a transaction or an account at an explorer.

import { explorerUrl } from '../api/explorer.ts'
import { t } from '../text/language.ts'

/** Characters of each end that are shown. */
const SHOWN = 6

/** A transaction or an account, as a link to an explorer that is not ours. */
export function ExplorerLink({ kind, id }: { kind: 'tx' | 'address'; id: string }) {
  return (
    <a class="address" href={explorerUrl(kind, id)} target="_blank" rel="noreferrer" title={id}>
      {id.slice(0, SHOWN)}…{id.slice(-SHOWN)}
      <span aria-hidden="true"> ↗</span>
      <span class="sr-only"> {t().common.inExplorer}</span>
    </a>
  )
}
