// The SDK's entry `/question`: derives conditions from English questions.

export { type Agreement, type Contradiction, findContradiction, questionAgrees } from './agreement.ts'
export { deceivingCharacters, visibleText } from './characters.ts'
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
