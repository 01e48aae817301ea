// The base class of the parts of a client.

import type { FeedCheck } from '../oracle/feed-check.ts'
import type { ProofSources } from '../oracle/find-proof.ts'
import type { SendOptions } from '../transaction/options.ts'
import type { TransactionSender } from '../transaction/sender.ts'
import type { Library } from '../wire.ts'
import type { Currencies } from './currencies.ts'
import type { QuestionParser } from './derive.ts'
import type { ProgramReader } from './reader.ts'

/** A part of a client: it reads, names currencies and sends as the others do. */
export class ClientPart<L extends Library> {
  constructor(
    protected readonly reader: ProgramReader<L>,
    protected readonly currencies: Currencies<L>,
    protected readonly sender: TransactionSender<L>,
    protected readonly feeds: FeedCheck,
    /** The defaults for proofs, and for the current prices that derived conditions need. */
    protected readonly sources: ProofSources<L>,
    /** Loads the parser of questions, which most pages do not need. */
    protected readonly parser: () => Promise<QuestionParser>,
  ) {}

  /** Sends what is built for the signer of a call. */
  protected async sendBuilt(
    build: (signer: L['Address']) => Promise<L['Instruction'][]>,
    options: SendOptions<L>,
  ) {
    return this.sender.send(await build(this.sender.signer(options)), options)
  }
}
