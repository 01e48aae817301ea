import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type BuildResult, build } from 'esbuild'

const SOURCES = fileURLToPath(new URL('../../sdk/src', import.meta.url))

/** One module of all that need web3.js, so that they share it. */
const ENTRY = `export * from './index.ts'
export * from './web3/accounts.ts'
export * from './web3/instructions.ts'
export * from './web3/oracle.ts'
export * from './web3/pyth.ts'
export * from './web3/proof.ts'
export * from './web3/transaction.ts'`

/** Globals of a browser page; nothing of Node. */
const WEB_GLOBALS = {
  AbortController,
  clearInterval,
  clearTimeout,
  console,
  crypto,
  fetch,
  Headers,
  Request,
  Response,
  setInterval,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  WebSocket: class {},
}

/** A first bet in a page: instruction, transaction, and what may come back. */
const PAGE = `
  const key = new sdk.PROGRAM_ID.constructor(wallet)
  const bet = sdk.placeBet({ bettor: key, market: key, mint: key, outcome: 'Yes', amount: 5n })
  const transaction = sdk.compileTransaction({
    payer: key, instructions: [bet], blockhash: wallet, computeUnits: 5, priorityFee: 5n,
  })
  const error = sdk.parseProgramError('custom program error: 0x1770')
  const result = {
    version: transaction.version,
    size: transaction.serialize().length,
    position: sdk.findPosition(key, key).toBase58(),
    error: error.name,
    refused: sdk.identifyAccount(new Uint8Array(8)),
  }
  result
`

describe('in a browser', () => {
  let bundle: BuildResult<{ write: false; metafile: true }>

  before(async () => {
    bundle = await build({
      stdin: { contents: ENTRY, resolveDir: SOURCES },
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'sdk',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
  })

  it('everything is there: no module of Node is left to be found', () => {
    expect(bundle.warnings).to.deep.equal([])
    const imports = Object.values(bundle.metafile.inputs).flatMap((input) => input.imports)
    const outside = imports.filter(({ external, path }) => external && path !== '<runtime>')
    expect(outside).to.deep.equal([])
    // Modules of Node that a dependency itself switches off for browsers.
    const disabled = Object.keys(bundle.metafile.inputs).filter((path) => path.startsWith('(disabled):'))
    expect(disabled.filter((path) => !path.includes('node_modules/'))).to.deep.equal(['(disabled):crypto'])
  })

  it('a bet can be built without any global of Node', () => {
    const page = createContext({ ...WEB_GLOBALS, wallet: Keypair.generate().publicKey.toBase58() })
    runInContext('globalThis.window = globalThis; globalThis.self = globalThis', page)
    runInContext(bundle.outputFiles[0]?.text ?? '', page)
    const result = runInContext(`{${PAGE}}`, page)
    expect(result).to.include({ version: 0, error: 'ArithmeticOverflow', refused: null })
    expect(result.size).to.be.within(200, 1_232)
    expect(result.position).to.be.a('string')
  })
})
