// The SDK's entry `/request`: signed requests to the gateway, their text, and their verification.

export { REQUEST_DOMAIN, readableMessage, requestMessage, type SignedRequest } from './request-message.ts'
export { type RequestSigner, type SigningOptions, signRequest, type WalletHeaders } from './sign-request.ts'
export { MAX_CLOCK_SKEW, type SignatureCheck, type VerifiedRequest, verifyRequest } from './verify-request.ts'
