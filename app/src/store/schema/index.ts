// All tables of the store.

export * from './gateway.ts'
export * from './history.ts'
