export * from './instructions/index.ts'
export * from './pda.ts'
export { PROGRAM_ID } from './program.ts'
