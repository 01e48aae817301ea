// The bytes of attestations and of their verification, for the web3.js and Kit clients. Keys are bytes here.

/** The prefix of every signed message, so that a signature cannot be used for anything else. */
const DOMAIN = /* @__PURE__ */ new TextEncoder().encode('prediction-market:attestation:v1')

/** Bytes of a key, a signature, their offsets in the instruction, and its header. */
const KEY_LENGTH = 32
const SIGNATURE_LENGTH = 64
const OFFSETS_LENGTH = 14
const HEADER_LENGTH = 2

/** The instruction index that means the instruction itself. */
const THIS_INSTRUCTION = 0xffff

/** An attestation whose addresses are bytes. */
export interface AttestationBytes {
  program: ArrayLike<number>
  market: ArrayLike<number>
  /** Unix second. */
  second: bigint
  isMet: boolean
}

/** The message that attestors sign: domain, program, market, second (i64 LE, unix), met (1 or 0). */
export function encodeAttestation({ program, market, second, isMet }: AttestationBytes): Uint8Array {
  const message = new Uint8Array(DOMAIN.length + 2 * KEY_LENGTH + 8 + 1)
  message.set(DOMAIN)
  message.set(program, DOMAIN.length)
  message.set(market, DOMAIN.length + KEY_LENGTH)
  const said = new DataView(message.buffer, DOMAIN.length + 2 * KEY_LENGTH)
  said.setBigInt64(0, second, true)
  said.setUint8(8, isMet ? 1 : 0)
  return message
}

/** The data of the ed25519 program's instruction that verifies signatures over one message. */
export function encodeVerification(
  message: Uint8Array,
  signatures: readonly { key: ArrayLike<number>; signature: ArrayLike<number> }[],
): Uint8Array {
  const messageAt = HEADER_LENGTH + OFFSETS_LENGTH * signatures.length
  const signedAt = messageAt + message.length
  const data = new Uint8Array(signedAt + (KEY_LENGTH + SIGNATURE_LENGTH) * signatures.length)
  const view = new DataView(data.buffer)
  data[0] = signatures.length
  data.set(message, messageAt)
  signatures.forEach(({ key, signature }, index) => {
    const keyAt = signedAt + (KEY_LENGTH + SIGNATURE_LENGTH) * index
    const signatureAt = keyAt + KEY_LENGTH
    data.set(key, keyAt)
    data.set(signature, signatureAt)
    const offsets = [signatureAt, THIS_INSTRUCTION, keyAt, THIS_INSTRUCTION]
    const fields = [...offsets, messageAt, message.length, THIS_INSTRUCTION]
    fields.forEach((field, part) => {
      view.setUint16(HEADER_LENGTH + OFFSETS_LENGTH * index + 2 * part, field, true)
    })
  })
  return data
}
