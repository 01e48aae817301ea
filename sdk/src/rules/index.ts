export * from './compare.ts'
export * from './dates.ts'
export * from './decide.ts'
export * from './price.ts'
