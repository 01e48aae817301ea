// What a question can be about: the types of conditions, and what the builder needs to know of each.

import { CONDITION_KINDS, type Condition, type ConditionKind, kindOf } from '@prediction-market/sdk/condition'

export type Topic = Condition['type']

/** A price against itself at another time; it is chosen by what the price does. */
const CHANGE = required((kind) => kind.fields.includes('referenceAt'))

/** What a change is one of: the price against a value. */
const LEVEL = required((kind) => kind.fields.includes('target') && kind.reads.join() === CHANGE.reads.join())

/** What is always known of a token: a value that its accounts show. */
const OF_TOKEN = required((kind) => kind.fields.includes('target') && kind.needsToken && !hasFeed(kind))

/** The topics to choose from. */
export const TOPICS = CONDITION_KINDS.filter((kind) => kind !== CHANGE).map(({ type }) => type)

export const [FIRST_TOPIC, CHANGE_TOPIC, TOKEN_TOPIC, EVENT_TOPIC] = [
  LEVEL,
  CHANGE,
  OF_TOKEN,
  required(isWords),
].map(({ type }) => type) as [Topic, Topic, Topic, Topic]

/** Whether a question compares a price with itself. */
export function isChange(topic: Topic): boolean {
  return kindOf({ type: topic }) === CHANGE
}

/** Whether a question compares the price with a value. */
export function isLevel(topic: Topic): boolean {
  return kindOf({ type: topic }) === LEVEL
}

/** Whether attestors answer a question in words. */
export function isEvent(topic: Topic): boolean {
  return isWords(kindOf({ type: topic }))
}

/** Whether a question has a value that something is compared with. */
export function hasTarget(topic: Topic): boolean {
  return kindOf({ type: topic }).fields.includes('target')
}

/** Whether a question is about a token, by its address. */
export function isAboutToken(topic: Topic): boolean {
  const kind = kindOf({ type: topic })
  return kind.needsToken && !hasFeed(kind)
}

/** Whether a question is about an asset that must be a token. */
export function needsMint(topic: Topic): boolean {
  const kind = kindOf({ type: topic })
  return kind.needsToken && hasFeed(kind)
}

function hasFeed({ fields }: ConditionKind): boolean {
  return fields.includes('feed')
}

function isWords({ isInWords }: ConditionKind): boolean {
  return isInWords === true
}

function required(isIt: (kind: ConditionKind) => boolean): ConditionKind {
  const found = CONDITION_KINDS.find(isIt)
  if (!found) throw new Error('The SDK has other types of conditions')
  return found
}
