import { randomBytes } from 'node:crypto'
import type { StoredQuestion } from '../../store/quizzes.ts'
import type { IdentityScoreResult, QuizAnswer } from './identity-service.ts'

/** One thing that can be asked: the right answer, what else would be right, and where wrong choices come from. */
export type QuizTopic = {
  key: string
  text: string
  /** Only the plan knows it: the national file and the web do not say. */
  planOnly: boolean
  /** Easy to guess; asked only when nothing better is there. */
  weak?: boolean
  answer: string
  alsoRight: string[]
  /** The most plausible first; within a rank the choice is drawn. */
  pool: { text: string; rank: number }[]
}

export type Draw = {
  /**
   * The same for the same label every time, and unknown outside. Wrong choices are drawn with it: were they new in
   * every quiz, whoever asks twice could tell the right choice as the one that stays.
   */
  stable(label: string): number
  /** 0 (included) to 1 (excluded), new every time. */
  random(): number
}

export const QUESTIONS = 4
const WRONG_CHOICES = 4
export const NONE_OF_THE_ABOVE = 'None of the above'
const PLAN_ONLY_WANTED = 3
const PLAN_ONLY_NEEDED = 2
const RIGHT_NEEDED = 3

type Askable = QuizTopic & { wrong: string[] }

/** Four questions of five choices (behaviour 7.8), or undefined when too little can be asked. */
export function buildQuiz(topics: QuizTopic[], draw: Draw): StoredQuestion[] | undefined {
  const askable = topics.map((topic) => ({ ...topic, wrong: wrongChoices(topic, draw) })).filter(isAskable)
  const chosen = chooseTopics(askable, draw)
  if (!chosen) return undefined
  const withoutAnswer = lowest(askable, (topic) => draw.stable(`none|${topic.key}`))
  return chosen.map((topic) => toQuestion(topic, topic === withoutAnswer, draw))
}

/** PASS: three or four right, at least one of them plan-only. A missing or unknown answer is wrong. */
export function gradeQuiz(questions: StoredQuestion[], answers: QuizAnswer[]): IdentityScoreResult {
  const chosen = new Map<string, string>()
  for (const { id, selectedChoice } of answers) {
    // Two answers to one question would be two tries.
    if (chosen.has(id)) return { kind: 'FAIL' }
    chosen.set(id, selectedChoice)
  }
  const right = questions.filter(
    (question) => question.right !== undefined && chosen.get(question.id) === question.right,
  )
  const passed = right.length >= RIGHT_NEEDED && right.some((question) => question.planOnly)
  return passed ? { kind: 'PASS', transactionId: opaqueId() } : { kind: 'FAIL' }
}

function isAskable({ answer, wrong }: Askable): boolean {
  const plain = sameText(answer)
  return plain !== '' && plain !== sameText(NONE_OF_THE_ABOVE) && wrong.length === WRONG_CHOICES
}

/** Three plan-only where there are as many, because what the national file says anybody can look up. */
function chooseTopics(topics: Askable[], draw: Draw): Askable[] | undefined {
  const planOnly = shuffle(
    topics.filter((topic) => topic.planOnly),
    draw,
  ).sort(strongFirst)
  const national = shuffle(
    topics.filter((topic) => !topic.planOnly),
    draw,
  )
  if (planOnly.length < PLAN_ONLY_NEEDED || topics.length < QUESTIONS) return undefined
  const ordered = [...planOnly.slice(0, PLAN_ONLY_WANTED), ...national, ...planOnly.slice(PLAN_ONLY_WANTED)]
  return shuffle(ordered.slice(0, QUESTIONS), draw)
}

function strongFirst(one: QuizTopic, other: QuizTopic): number {
  return Number(one.weak ?? false) - Number(other.weak ?? false)
}

function toQuestion(topic: Askable, hideAnswer: boolean, draw: Draw): StoredQuestion {
  const texts = hideAnswer ? topic.wrong : [topic.answer, ...topic.wrong.slice(0, WRONG_CHOICES - 1)]
  const choices = shuffle(texts, draw).map((text) => ({ id: opaqueId(), text }))
  choices.push({ id: opaqueId(), text: NONE_OF_THE_ABOVE })
  const rightText = hideAnswer ? NONE_OF_THE_ABOVE : topic.answer
  const right = choices.findLast((choice) => choice.text === rightText)?.id ?? ''
  return { id: opaqueId(), text: topic.text, planOnly: topic.planOnly, choices, right }
}

/** Four wrong choices that differ from each other and from all that would be right. Fewer: the topic cannot be asked. */
function wrongChoices(topic: QuizTopic, draw: Draw): string[] {
  const taken = new Set(['', ...[topic.answer, ...topic.alsoRight, NONE_OF_THE_ABOVE].map(sameText)])
  const wrong: string[] = []
  const byRank = [...topic.pool].sort((one, other) => one.rank - other.rank)
  for (let rank = 0; rank <= (byRank.at(-1)?.rank ?? -1) && wrong.length < WRONG_CHOICES; rank++) {
    const ranked = byRank.filter((choice) => choice.rank === rank && isNew(choice.text, taken))
    const drawn = orderBy(ranked, ({ text }) => draw.stable(`${topic.key}|${text}`))
    wrong.push(...drawn.slice(0, WRONG_CHOICES - wrong.length).map(({ text }) => text))
  }
  // Which of the four gives way to the right answer must not follow from how plausible it was.
  return orderBy(wrong, (text) => draw.stable(`drop|${topic.key}|${text}`))
}

function isNew(text: string, taken: Set<string>): boolean {
  const plain = sameText(text)
  if (taken.has(plain)) return false
  taken.add(plain)
  return true
}

const shortened: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  highway: 'hwy',
  parkway: 'pkwy',
  saint: 'st',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

/** Two spellings of one thing are one choice: case, punctuation and usual abbreviations do not count. */
function sameText(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}.$]+/gu) ?? []
  return words
    .map((word) => word.replace(/\.$/, ''))
    .map((word) => shortened[word] ?? word)
    .join(' ')
}

function shuffle<Item>(items: Item[], draw: Draw): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(draw.random() * left.length), 1))
}

function orderBy<Item>(items: Item[], order: (item: Item) => number): Item[] {
  const ordered = items.map((item) => ({ item, place: order(item) })).sort((one, other) => one.place - other.place)
  return ordered.map(({ item }) => item)
}

function lowest<Item>(items: Item[], order: (item: Item) => number): Item | undefined {
  return orderBy(items, order)[0]
}

function opaqueId(): string {
  return randomBytes(12).toString('base64url')
}
