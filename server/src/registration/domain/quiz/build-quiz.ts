import { randomId } from '../../../platform/keys/random-ids.ts'
import type { KeptChoices, KeptQuiz } from '../../store/proofs/quiz-choices.ts'
import type { StoredQuestion } from '../../store/proofs/quizzes.ts'
import type { IdentityScoreResult, QuizAnswer } from './identity-service.ts'
import { sameText } from './quiz-texts.ts'

/** One thing that can be asked: the right answer, what else would be right, and where wrong choices come from. */
export type QuizTopic = {
  key: string
  text: string
  /** Only the plan knows it: no call tells it before sign-in, and the national file and the web do not say. */
  planOnly: boolean
  /** One answer is so common that naming it would often be right: asked only of whom it was asked before. */
  guessable: boolean
  answer: string
  isRight: (text: string) => boolean
  /** The lower the rank, the more plausible; within a rank the choice is drawn by weight. */
  pool: { text: string; rank: number; weight: number }[]
}

/**
 * 0 (included) to 1 (excluded): the same for the same label every time, and unknown outside. Were a quiz drawn anew
 * each time, whoever asks twice could tell the right choice as the one that stays.
 */
export type Stable = (label: string) => number

/** What only the plan knows, and what the national file says: that is looked at where the plan knows too little. */
export type QuizTopics = { plan: QuizTopic[]; national: () => QuizTopic[] }

export type QuizMade = { questions: StoredQuestion[]; kept: KeptQuiz }

export const QUESTIONS = 4
const WRONG_CHOICES = 4
export const NONE_OF_THE_ABOVE = 'None of the above'
const PLAN_ONLY_NEEDED = 3
const OTHERS_WRONG_ALLOWED = 1

/** Of as few things only the plan knows as there may be: guessed four times as often as one of four. */
export const isEasier = (questions: StoredQuestion[]): boolean =>
  questions.filter((question) => question.planOnly).length === PLAN_ONLY_NEEDED

type Askable = QuizTopic & { wrong: string[] }

/**
 * Four questions of five choices (behaviour 7.8), or undefined when too little can be asked. What was kept of earlier
 * quizzes is asked again, with the same choices, as long as it is right.
 */
export function buildQuiz(
  topics: QuizTopics,
  stable: Stable,
  { kept, typed = [] }: { kept?: KeptQuiz | undefined; typed?: string[] } = {},
): QuizMade | undefined {
  const askable = (topic: QuizTopic) => withChoices(topic, stable, kept?.topics[topic.key])
  const plan = topics.plan.flatMap(askable)
  let looked: Askable[] | undefined
  const national = () => (looked ??= topics.national().flatMap(askable))
  const find = (key: string) => (isPlanKind(key) ? plan : national()).find((topic) => topic.key === key)
  const before = kept?.asked.flatMap((key) => find(key) ?? [])
  const chosen = before?.length === QUESTIONS ? before : chooseTopics({ plan, national }, stable)
  if (!chosen) return undefined
  // Dropped for any choice that was typed, right or wrong: the missing question must not tell which it was.
  const isUntyped = ({ answer, wrong }: Askable) => ![answer, ...wrong].some((text) => typed.includes(text))
  const untyped = { plan: plan.filter(isUntyped), national: () => national().filter(isUntyped) }
  const asked = chosen.every(isUntyped) ? chosen : chooseTopics(untyped, stable)
  if (!asked) return undefined
  const hidden = kept?.hidden === undefined ? drawHidden(stable) : kept.hidden
  // What was not looked at now stays as it was kept.
  const unseen = looked ? [] : Object.entries(kept?.topics ?? {}).filter(([key]) => !isPlanKind(key))
  const choices = [...plan, ...(looked ?? [])].map(toKept)
  return {
    questions: writeQuestions(asked, hidden, stable),
    kept: { topics: Object.fromEntries([...choices, ...unseen]), asked: chosen.map(({ key }) => key), hidden },
  }
}

const toKept = ({ key, text, answer, wrong }: Askable): [string, KeptChoices] => [key, { text, answer, wrong }]

/** PASS: everything only the plan knows is right, and at most one of the others is wrong (behaviour 7.9). */
export function gradeQuiz(questions: StoredQuestion[], answers: QuizAnswer[]): IdentityScoreResult {
  const chosen = new Map<string, string>()
  for (const { id, selectedChoice } of answers) {
    // Two answers to one question would be two tries.
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

/** Nothing where the topic cannot be asked. */
function withChoices(topic: QuizTopic, stable: Stable, kept: KeptChoices | undefined): Askable[] {
  if (kept && stillHolds(topic, kept)) return [{ ...topic, answer: kept.answer, wrong: kept.wrong }]
  const plain = sameText(topic.answer)
  if (topic.guessable || plain === '' || plain === sameText(NONE_OF_THE_ABOVE)) return []
  const wrong = wrongChoices(topic, stable)
  return wrong.length === WRONG_CHOICES ? [{ ...topic, wrong }] : []
}

function stillHolds({ text, isRight }: QuizTopic, kept: KeptChoices): boolean {
  return kept.text === text && isRight(kept.answer) && !kept.wrong.some(isRight)
}

/** Four plan-only where there are as many: what the national file says anybody can look up. */
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

/** What only the plan knows, by the part of a topic's key that does not change. */
const PLAN_KINDS = ['contract-year', 'contract-month', 'last-claim', 'billed-amount', 'paid-amount', 'claim-count']

const kindOf = (key: string): string => key.split('|')[0] ?? ''
const isPlanKind = (key: string): boolean => PLAN_KINDS.includes(kindOf(key))

/**
 * The kind of question, if any, whose right answer is not shown: drawn for the provider, not for the quiz, and kept with
 * the choices, also where the secret key is another since. Where another question is asked in place of one that was
 * typed, the others keep their choices, and comparing tells nothing. So often that every way to answer four questions is
 * equally likely: four right choices of four where it is none, one where it is.
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
 * Four wrong choices that differ from each other and from all that would be right. Fewer: the topic cannot be asked.
 * Common answers are drawn as often as they are right, so that being common tells nothing; another answer draws anew,
 * so that the right one is not the only choice that came.
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
  // Which of the four gives way to the right answer must not follow from how plausible it was.
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
