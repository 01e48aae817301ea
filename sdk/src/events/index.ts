export type { EventData, EventName, ProgramEvent } from './data.ts'
export * from './parse.ts'
