export { type Contradiction, findContradiction } from './agreement.ts'
export { circulatingReading } from './circulating.ts'
export {
  type Alternative,
  type EventOffer,
  parseQuestion,
  QUESTION_EXAMPLES,
  type QuestionContext,
  type QuestionMeasure,
  type QuestionResult,
  questionMeasures,
} from './parse.ts'
