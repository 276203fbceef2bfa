import type { QuizTopic } from './build-quiz.ts'
import { sameText } from './quiz-texts.ts'

/** If more providers than this share an answer, it is too easy to guess. Two can share one by chance. */
const LARGEST_SHARE = 0.2
const MAY_BE_ALIKE = 2

type PlanTopic = Pick<QuizTopic, 'key' | 'text' | 'answer'> & {
  isRight?: QuizTopic['isRight']
  /** The answers of other providers in the network, repeated as often as they occur. */
  values: readonly string[]
  /** Plausible values, for a network with too few other providers. */
  near: readonly string[]
}

/** A topic that only the plan knows. */
export function planTopic({ key, text, answer, isRight, values, near }: PlanTopic): QuizTopic {
  const known = pool(values, 0)
  const largest = Math.max(0, ...known.map(({ weight }) => weight))
  // The number of equal answers expected in this sample for exactly that share, plus one standard deviation.
  const expected = values.length * LARGEST_SHARE
  const byChance = expected + Math.sqrt(expected * (1 - LARGEST_SHARE))
  return {
    key,
    text,
    planOnly: true,
    guessable: largest > Math.max(MAY_BE_ALIKE, byChance),
    answer,
    isRight: isRight ?? equals(answer),
    pool: [...known, ...pool(near, 1)],
  }
}

export function equals(answer: string): (text: string) => boolean {
  const plain = sameText(answer)
  return (text) => sameText(text) === plain
}

/** Each text once, weighted by its frequency. */
export function pool(texts: readonly (string | null | undefined)[], rank: number): QuizTopic['pool'] {
  const weights = new Map<string, number>()
  for (const text of texts) if (text) weights.set(text, (weights.get(text) ?? 0) + 1)
  return [...weights].map(([text, weight]) => ({ text, rank, weight }))
}

type Window = { span: number; min: number; max: number }

/**
 * Returns the numbers of a window that contains the value at a random position. A fixed middle position would make the
 * middle choice the likely one. `place` (0 to 1) sets the position.
 */
export function numbersAround(value: number, place: number, { span, min, max }: Window): number[] {
  const size = Math.min(span, max - min)
  const start = Math.min(Math.max(value - Math.floor(place * (size + 1)), min), Math.max(max - size, min))
  return Array.from({ length: size + 1 }, (_, step) => start + step).filter((number) => number !== value)
}
