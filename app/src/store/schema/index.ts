export * from './gateway.ts'
export * from './history.ts'
