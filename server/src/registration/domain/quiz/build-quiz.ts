import { randomId } from '#platform/keys/random-ids.ts'
import type { StoredChoices, StoredQuiz } from '../../store/proofs/quiz-choices.ts'
import type { StoredQuestion } from '../../store/proofs/quizzes.ts'
import type { IdentityScoreResult, QuizAnswer } from './identity-service.ts'
import { sameText } from './quiz-texts.ts'

/**
 * A fact that a quiz can ask about, with its right answer, other answers that are also right, and a pool of wrong
 * choices.
 */
export type QuizTopic = {
  key: string
  text: string
  /**
   * Only the plan knows the answer: no call returns it before sign-in, and neither the national file nor the web has
   * it.
   */
  planOnly: boolean
  /** One answer is so common that guessing it often works. Asked again only if an earlier quiz asked it. */
  guessable: boolean
  answer: string
  isRight: (text: string) => boolean
  /** A lower rank is more plausible. Within a rank, choices are drawn at random by weight. */
  pool: { text: string; rank: number; weight: number }[]
}

/**
 * Returns a number from 0 (inclusive) to 1 (exclusive), always the same for a label and secret. If each quiz were
 * random, a visitor who requests two could spot the right choice as the one that stays.
 */
export type Stable = (label: string) => number

/**
 * `plan`: topics that only the plan knows. `national`: topics of the national file, built only if the plan has too few.
 */
export type QuizTopics = { plan: QuizTopic[]; national: () => QuizTopic[] }

export type BuiltQuiz = { questions: StoredQuestion[]; kept: StoredQuiz }

export const QUESTIONS = 4
const WRONG_CHOICES = 4
export const NONE_OF_THE_ABOVE = 'None of the above'
const PLAN_ONLY_NEEDED = 3
const OTHERS_WRONG_ALLOWED = 1

/** True with the minimum of plan-only questions: four times as likely to be guessed as a quiz of four. */
export const isEasier = (questions: StoredQuestion[]): boolean =>
  questions.filter((question) => question.planOnly).length === PLAN_ONLY_NEEDED

type Askable = QuizTopic & { wrong: string[] }

/**
 * Builds four questions of five choices (behaviour 7.8), or returns undefined if too few topics are available. Stored
 * questions of earlier quizzes are reused with the same choices as long as they are correct.
 */
export function buildQuiz(
  topics: QuizTopics,
  stable: Stable,
  { kept, typed = [] }: { kept?: StoredQuiz | undefined; typed?: string[] } = {},
): BuiltQuiz | undefined {
  const askable = (topic: QuizTopic) => withChoices(topic, stable, kept?.topics[topic.key])
  const plan = topics.plan.flatMap(askable)
  let looked: Askable[] | undefined
  const national = () => (looked ??= topics.national().flatMap(askable))
  const find = (key: string) => (isPlanKind(key) ? plan : national()).find((topic) => topic.key === key)
  const before = kept?.asked.flatMap((key) => find(key) ?? [])
  const chosen = before?.length === QUESTIONS ? before : chooseTopics({ plan, national }, stable)
  if (!chosen) return undefined
  // Drops a question if any of its choices was typed, right or wrong: its absence must not reveal which one it was.
  const isUntyped = ({ answer, wrong }: Askable) => ![answer, ...wrong].some((text) => typed.includes(text))
  const untyped = { plan: plan.filter(isUntyped), national: () => national().filter(isUntyped) }
  const asked = chosen.every(isUntyped) ? chosen : chooseTopics(untyped, stable)
  if (!asked) return undefined
  const hidden = kept?.hidden === undefined ? drawHidden(stable) : kept.hidden
  // Stored national topics stay unchanged if this quiz did not read the national file.
  const unseen = looked ? [] : Object.entries(kept?.topics ?? {}).filter(([key]) => !isPlanKind(key))
  const choices = [...plan, ...(looked ?? [])].map(toStored)
  return {
    questions: writeQuestions(asked, hidden, stable),
    kept: { topics: Object.fromEntries([...choices, ...unseen]), asked: chosen.map(({ key }) => key), hidden },
  }
}

const toStored = ({ key, text, answer, wrong }: Askable): [string, StoredChoices] => [key, { text, answer, wrong }]

/** PASS: every plan-only answer is right, and at most one of the others is wrong (behaviour 7.9). */
export function gradeQuiz(questions: StoredQuestion[], answers: QuizAnswer[]): IdentityScoreResult {
  const chosen = new Map<string, string>()
  for (const { id, selectedChoice } of answers) {
    // Two answers to one question would be two attempts.
    if (chosen.has(id)) return { kind: 'FAIL' }
    chosen.set(id, selectedChoice)
  }
  const wrong = questions.filter(({ id, right }) => right === undefined || chosen.get(id) !== right)
  const passed =
    questions.some((question) => question.planOnly) &&
    wrong.every((question) => question.planOnly === false) &&
    wrong.length <= OTHERS_WRONG_ALLOWED
  return passed ? { kind: 'PASS', transactionId: opaqueId() } : { kind: 'FAIL' }
}

/** Returns an empty list if the topic cannot be asked. */
function withChoices(topic: QuizTopic, stable: Stable, kept: StoredChoices | undefined): Askable[] {
  if (kept && stillHolds(topic, kept)) return [{ ...topic, answer: kept.answer, wrong: kept.wrong }]
  const plain = sameText(topic.answer)
  if (topic.guessable || plain === '' || plain === sameText(NONE_OF_THE_ABOVE)) return []
  const wrong = wrongChoices(topic, stable)
  return wrong.length === WRONG_CHOICES ? [{ ...topic, wrong }] : []
}

function stillHolds({ text, isRight }: QuizTopic, kept: StoredChoices): boolean {
  return kept.text === text && isRight(kept.answer) && !kept.wrong.some(isRight)
}

/** Prefers four plan-only topics, because facts of the national file are public. */
function chooseTopics(
  { plan, national }: { plan: Askable[]; national: () => Askable[] },
  stable: Stable,
): Askable[] | undefined {
  const draw = (topics: Askable[]) => orderBy(topics, ({ key }) => stable(`topic|${key}`))
  const planOnly = draw(plan).slice(0, QUESTIONS)
  if (planOnly.length < PLAN_ONLY_NEEDED || planOnly.length === QUESTIONS)
    return planOnly.length === QUESTIONS ? planOnly : undefined
  const chosen = [...planOnly, ...draw(national())].slice(0, QUESTIONS)
  return chosen.length === QUESTIONS ? chosen : undefined
}

function writeQuestions(asked: Askable[], hidden: string | null, stable: Stable): StoredQuestion[] {
  const withoutAnswer = asked.find(({ key }) => kindOf(key) === hidden)
  const ordered = orderBy(asked, ({ key }) => stable(`order|${key}`))
  return ordered.map((topic) => toQuestion(topic, topic === withoutAnswer, stable))
}

/** Plan-only topics, by the constant part of the key. */
const PLAN_KINDS = ['contract-year', 'contract-month', 'last-claim', 'billed-amount', 'paid-amount', 'claim-count']

const kindOf = (key: string): string => key.split('|')[0] ?? ''
const isPlanKind = (key: string): boolean => PLAN_KINDS.includes(kindOf(key))

/**
 * The kind of question, if any, whose right answer is 'None of the above'. It is random per provider, not per quiz, and
 * stored with the choices, so that it survives a change of the secret key. If a question is replaced because its amount
 * was typed, the others keep their choices, so that comparing quizzes reveals nothing. The probability makes every
 * combination of answers to four questions equally likely.
 */
function drawHidden(stable: Stable): string | null {
  return PLAN_KINDS[Math.floor(stable('none') * (QUESTIONS + WRONG_CHOICES))] ?? null
}

function toQuestion(topic: Askable, hideAnswer: boolean, stable: Stable): StoredQuestion {
  const texts = hideAnswer ? topic.wrong : [topic.answer, ...topic.wrong.slice(0, WRONG_CHOICES - 1)]
  const ordered = orderBy(texts, (text) => stable(`choice|${topic.key}|${text}`))
  const choices = [...ordered, NONE_OF_THE_ABOVE].map((text) => ({ id: opaqueId(), text }))
  const rightText = hideAnswer ? NONE_OF_THE_ABOVE : topic.answer
  const right = choices.findLast((choice) => choice.text === rightText)?.id ?? ''
  return { id: opaqueId(), text: topic.text, planOnly: topic.planOnly, choices, right }
}

/**
 * Returns four wrong choices that differ from each other and from every right answer. With fewer, the topic cannot be
 * asked. Weights draw common answers as often as they are right, so that being common reveals nothing. A changed answer
 * draws all choices again, so that the right one is not the only new choice.
 */
function wrongChoices(topic: QuizTopic, stable: Stable): string[] {
  const taken = new Set(['', topic.answer, NONE_OF_THE_ABOVE].map(sameText))
  const wrong: string[] = []
  const label = `${topic.key}|${topic.answer}`
  const ranks = [...new Set(topic.pool.map(({ rank }) => rank))].sort((one, other) => one - other)
  for (const rank of ranks) {
    if (wrong.length === WRONG_CHOICES) break
    const ranked = topic.pool.filter((choice) => choice.rank === rank)
    for (const { text } of orderBy(ranked, ({ text, weight }) => -Math.log(1 - stable(`${label}|${text}`)) / weight)) {
      if (wrong.length === WRONG_CHOICES) break
      if (!topic.isRight(text) && isNew(text, taken)) wrong.push(text)
    }
  }
  // The choice that the right answer replaces must not depend on plausibility.
  return orderBy(wrong, (text) => stable(`drop|${label}|${text}`))
}

function isNew(text: string, taken: Set<string>): boolean {
  const plain = sameText(text)
  if (taken.has(plain)) return false
  taken.add(plain)
  return true
}

export function orderBy<Item>(items: Item[], order: (item: Item) => number): Item[] {
  const ordered = items.map((item) => ({ item, place: order(item) })).sort((one, other) => one.place - other.place)
  return ordered.map(({ item }) => item)
}

function opaqueId(): string {
  return randomId(12, 'base64url')
}
