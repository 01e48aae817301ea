// The SDK's entry `/events`: the program's events, from the logs of a transaction.

export type { EventName } from './data.ts'
export { type EventData, type ParsedEvents, type ProgramEvent, parseEvents } from './parse.ts'
