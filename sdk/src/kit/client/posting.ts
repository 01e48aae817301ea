// Posts a signed Pyth update in the transaction that uses it, for Kit.

import {
  AccountRole,
  type Address,
  address,
  generateKeyPairSigner,
  getProgramDerivedAddress,
  type Instruction,
  type TransactionSigner,
} from '@solana/kit'
import { InvalidInputError } from '../../core/errors.ts'
import {
  atomicData,
  atomicUpdate,
  instructionData,
  PYTH_PRO_ADDRESSES,
  postingAccounts,
  someTreasury,
} from '../../core/oracle/pyth/atomic.ts'
import type { PriceUpdate } from '../../core/oracle/pyth/price-update.ts'

/** Posts a signed update in the transaction that uses it. */
export interface Posting {
  price: Address
  post: Instruction
  /** Closes the price account; comes after the instruction that reads the price. */
  close: Instruction
}

const SYSTEM_PROGRAM = /* @__PURE__ */ address('11111111111111111111111111111111')

/**
 * Plans the posting of a signed update with the receiver of the market's terms.
 *
 * @throws InvalidInputError if that takes more than one transaction: post it yourself and pass its account
 */
export async function planPosting(
  signed: PriceUpdate,
  payer: TransactionSigner,
  receiver: Address,
): Promise<Posting> {
  const isPro = receiver === PYTH_PRO_ADDRESSES.receiver
  const update = atomicUpdate(signed, isPro ? PYTH_PRO_ADDRESSES.quorum : null)
  if (!update) {
    throw new InvalidInputError(
      'price',
      'takes several transactions to post: pass the account of a posted update',
    )
  }
  const account = await generateKeyPairSigner()
  const find = async (program: Address, seeds: (string | Uint8Array)[]) =>
    (await getProgramDerivedAddress({ programAddress: program, seeds }))[0]
  const treasuryId = someTreasury()
  const wormhole = address(PYTH_PRO_ADDRESSES.wormhole)
  const accounts = postingAccounts({
    payer: payer.address,
    proof: await find(wormhole, ['GuardianSet', Uint8Array.from(update.vaa.subarray(1, 5))]),
    config: await find(receiver, ['config']),
    treasury: await find(receiver, ['treasury', Uint8Array.of(treasuryId)]),
    priceUpdate: account.address,
    systemProgram: SYSTEM_PROGRAM,
  })
  const signers = new Map<Address, TransactionSigner>([
    [payer.address, payer],
    [account.address, account],
  ])
  return {
    price: account.address,
    post: {
      programAddress: receiver,
      accounts: accounts.map(({ key, isSigner, isWritable }) => {
        const signer = isSigner ? signers.get(key) : undefined
        return { address: key, role: roleOf(isSigner, isWritable), ...(signer && { signer }) }
      }),
      data: atomicData(update.vaa, update.update, treasuryId),
    },
    close: {
      programAddress: receiver,
      accounts: [
        { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
        { address: account.address, role: AccountRole.WRITABLE },
      ],
      data: instructionData('reclaim_rent'),
    },
  }
}

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}
