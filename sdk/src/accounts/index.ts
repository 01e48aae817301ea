export { AccountDataError, AccountNotFoundError, identifyAccount } from './data.ts'
export * from './decode.ts'
export * from './filters.ts'
