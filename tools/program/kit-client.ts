// Generates the client for `@solana/kit` from the IDL, with Codama.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type AnchorIdl, rootNodeFromAnchor } from '@codama/nodes-from-anchor'
import { renderVisitor } from '@codama/renderers-js'
import type { Idl } from '@coral-xyz/anchor'
import {
  accountValueNode,
  addPdasVisitor,
  argumentValueNode,
  type Codama,
  constantPdaSeedNodeFromBytes,
  createFromRoot,
  type InstructionRemainingAccountsNode,
  instructionRemainingAccountsNode,
  numberTypeNode,
  type PdaValueNode,
  pdaSeedValueNode,
  pdaValueNode,
  publicKeyTypeNode,
  setInstructionAccountDefaultValuesVisitor,
  updateInstructionsVisitor,
  variablePdaSeedNode,
} from 'codama'
import { COMMAND } from './workspace.ts'

/** The generated files, by path inside their folder. */
export type KitFiles = Map<string, string>

/**
 * Generates the client for `@solana/kit` from the program's IDL. The IDL does not say how most addresses are derived,
 * nor which accounts follow the named ones: this adds both.
 */
export async function kitClient(idl: Idl): Promise<KitFiles> {
  const codama = createFromRoot(rootNodeFromAnchor(idl as AnchorIdl))
  addPdas(codama, idl)
  addDefaults(codama)
  addRemainingAccounts(codama)
  const folder = mkdtempSync(join(tmpdir(), 'kit-client-'))
  try {
    await codama.accept(
      renderVisitor(folder, {
        generatedFolder: '.',
        kitImportStrategy: 'rootOnly',
        syncPackageJson: false,
        prettierOptions: { printWidth: 110, semi: false, singleQuote: true },
      }),
    )
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const entries = names.sort().map((name) => [name, finish(folder, name)] as const)
    return new Map(entries)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Adds the addresses whose seeds the IDL does not have, or has in a form that Codama does not read. */
function addPdas(codama: Codama, idl: Idl): void {
  const seed = (name: string) => {
    const constant = idl.constants?.find((candidate) => candidate.name === name)
    if (!constant) throw new Error(`the IDL has no constant ${name}`)
    const hex = Buffer.from(JSON.parse(constant.value)).toString('hex')
    return constantPdaSeedNodeFromBytes('base16', hex)
  }
  const key = (name: string) => variablePdaSeedNode(name, publicKeyTypeNode())
  codama.update(
    addPdasVisitor({
      predictionMarket: [
        {
          name: 'attestorSet',
          seeds: [seed('ATTESTORS_SEED'), variablePdaSeedNode('index', numberTypeNode('u16'))],
        },
        {
          name: 'market',
          seeds: [seed('MARKET_SEED'), key('creator'), variablePdaSeedNode('nonce', numberTypeNode('u64'))],
        },
        { name: 'position', seeds: [seed('POSITION_SEED'), key('market'), key('owner')] },
      ],
    }),
  )
}

/** Adds defaults for accounts that can be derived from the other accounts of their instruction. */
function addDefaults(codama: Codama): void {
  const market = pdaSeedValueNode('market', accountValueNode('market'))
  const position = (owner: string): PdaValueNode =>
    pdaValueNode('position', [market, pdaSeedValueNode('owner', accountValueNode(owner))])
  const creator = pdaSeedValueNode('creator', accountValueNode('creator'))
  const nonce = pdaSeedValueNode('nonce', argumentValueNode('nonce'))
  const bankroll = pdaValueNode('bankroll', [pdaSeedValueNode('owner', accountValueNode('owner'))])
  const ofOwner = ['withdraw', 'setDelegate', 'closeBankroll'].map((instruction) => ({
    account: 'bankroll',
    instruction,
    defaultValue: bankroll,
  }))
  codama.update(
    setInstructionAccountDefaultValuesVisitor([
      { account: 'config', defaultValue: pdaValueNode('config') },
      { account: 'feeVault', defaultValue: pdaValueNode('feeVault') },
      { account: 'escrow', defaultValue: pdaValueNode('escrow', [market]) },
      { account: 'question', defaultValue: pdaValueNode('question', [market]) },
      {
        account: 'market',
        instruction: 'createMarket',
        defaultValue: pdaValueNode('market', [creator, nonce]),
      },
      { account: 'position', instruction: 'placeBet', defaultValue: position('bettor') },
      { account: 'position', instruction: 'claimPosition', defaultValue: position('owner') },
      ...ofOwner,
    ]),
  )
}

/** Adds the accounts after the named ones: evidence, and positions to pay. */
function addRemainingAccounts(codama: Codama): void {
  const accounts = (name: string, isWritable: boolean): InstructionRemainingAccountsNode[] => [
    instructionRemainingAccountsNode(argumentValueNode(name), { isOptional: true, isWritable }),
  ]
  codama.update(
    updateInstructionsVisitor({
      createMarket: {
        remainingAccounts: accounts('evidence', false),
        // An account of this instruction is also named `question`.
        arguments: { question: { name: 'questionText' } },
      },
      placeBet: { remainingAccounts: accounts('evidence', false) },
      placeBetFromBankroll: { remainingAccounts: accounts('evidence', false) },
      resolveMarket: { remainingAccounts: accounts('evidence', false) },
      settlePositions: { remainingAccounts: accounts('positions', true) },
    }),
  )
}

/** Adds the header to a rendered file, and file extensions to its imports, so that Node can resolve them. */
function finish(folder: string, name: string): string {
  const text = readFileSync(join(folder, name), 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
  const code = text.replace(/(from '|import ')(\.[^']*)'/g, (_, start: string, path: string) => {
    const target = join(folder, dirname(name), path)
    const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory()
    return `${start}${path}${isFolder ? '/index' : ''}.ts'`
  })
  const isProgram = name.startsWith('programs/')
  return `// Generated by \`${COMMAND}\` from the program's IDL, with Codama. Do not edit.\n${isProgram ? withInferredPlugin(code) : code}`
}

/** Removes the type of the extended client, which the renderer writes as in Kit before version 8. */
function withInferredPlugin(code: string): string {
  return code.replace(/: Omit<T, '\w+'> & \{ \w+: \w+ \} =>/, ' =>')
}
