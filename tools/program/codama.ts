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
  pdaSeedValueNode,
  pdaValueNode,
  publicKeyTypeNode,
  setInstructionAccountDefaultValuesVisitor,
  updateInstructionsVisitor,
  variablePdaSeedNode,
} from 'codama'

/**
 * The program's IDL for the generators of clients. Which accounts come after the named ones it does not say, and some
 * seeds Codama does not read: that is added here.
 */
export function codamaOf(idl: Idl): Codama {
  const codama = createFromRoot(rootNodeFromAnchor(withoutBettor(idl) as AnchorIdl))
  addPdas(codama, idl)
  addDefaults(codama)
  addRemainingAccounts(codama)
  return codama
}

/**
 * Removes the seeds of the position in a bet, where its owner is called the bettor: Codama would make another address of
 * it than of the position in a claim.
 */
function withoutBettor(idl: Idl): Idl {
  const instructions = idl.instructions.map((instruction) => {
    if (instruction.name !== 'place_bet') return instruction
    const accounts = instruction.accounts.map((account) => {
      if (account.name !== 'position' || !('pda' in account)) return account
      const { pda: _, ...rest } = account
      return rest
    })
    return { ...instruction, accounts }
  })
  return { ...idl, instructions }
}

/** Adds addresses with an argument or a field of an account among their seeds, which Codama does not read from the IDL. */
function addPdas(codama: Codama, idl: Idl): void {
  const seed = (name: string) => {
    const constant = idl.constants?.find((candidate) => candidate.name === name)
    if (!constant) throw new Error(`the IDL has no constant ${name}`)
    const hex = Buffer.from(JSON.parse(constant.value)).toString('hex')
    return constantPdaSeedNodeFromBytes('base16', hex)
  }
  codama.update(
    addPdasVisitor({
      predictionMarket: [
        {
          name: 'attestorSet',
          seeds: [seed('ATTESTORS_SEED'), variablePdaSeedNode('index', numberTypeNode('u16'))],
        },
        {
          name: 'market',
          seeds: [
            seed('MARKET_SEED'),
            variablePdaSeedNode('creator', publicKeyTypeNode()),
            variablePdaSeedNode('nonce', numberTypeNode('u64')),
          ],
        },
      ],
    }),
  )
}

/** Adds defaults by these addresses, and that of a position. */
function addDefaults(codama: Codama): void {
  const market = pdaSeedValueNode('market', accountValueNode('market'))
  const owner = pdaSeedValueNode('owner', accountValueNode('bettor'))
  const creator = pdaSeedValueNode('creator', accountValueNode('creator'))
  const nonce = pdaSeedValueNode('nonce', argumentValueNode('nonce'))
  codama.update(
    setInstructionAccountDefaultValuesVisitor([
      {
        account: 'market',
        instruction: 'createMarket',
        defaultValue: pdaValueNode('market', [creator, nonce]),
      },
      {
        account: 'position',
        instruction: 'placeBet',
        defaultValue: pdaValueNode('position', [market, owner]),
      },
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
