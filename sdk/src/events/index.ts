// Events of the program, from the logs of a transaction.
export type { EventData, EventName, ProgramEvent } from './data.ts'
export { type ParsedEvents, parseEvents } from './parse.ts'
