// Helpers of tests on a localnet.

export * from './balances.ts'
export * from './connection.ts'
export * from './life.ts'
export * from './ports.ts'
export * from './process.ts'
export * from './shared.ts'
export * from './wait.ts'
export * from './wallets.ts'
