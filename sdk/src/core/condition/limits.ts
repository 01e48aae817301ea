// Limits that conditions and questions need. Written here instead of read from the IDL, so that a page that only reads
// questions does not load the IDL; a test compares both.

/** The longest question, in bytes of UTF-8. */
export const MAX_QUESTION_BYTES = 280

/** The largest power of ten, up or down, in the target of a condition. */
export const MAX_TARGET_EXPONENT = 30

/** The largest change, in basis points; the smallest is above −10,000. */
export const MAX_CHANGE_BPS = 1_000_000
