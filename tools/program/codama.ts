// The program's IDL as Codama's tree, with what Anchor's format cannot say added.

import { type AnchorIdl, rootNodeFromAnchor } from '@codama/nodes-from-anchor'
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

/**
 * The program's IDL for the generators of clients. It does not say how most addresses of the program follow from others,
 * nor which accounts come after the named ones: that is added here.
 */
export function codamaOf(idl: Idl): Codama {
  const codama = createFromRoot(rootNodeFromAnchor(idl as AnchorIdl))
  addPdas(codama, idl)
  addDefaults(codama)
  addRemainingAccounts(codama)
  return codama
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
