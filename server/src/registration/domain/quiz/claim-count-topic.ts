import type { Peer, ProviderFacts } from '../../store/proofs/quiz-facts.ts'
import type { QuizTopic } from './build-quiz.ts'
import { monthAndYear } from './quiz-texts.ts'
import { planTopic } from './topic-parts.ts'

const RANGES = 8

type Range = { from: number; to: number }

/** Asks for the number of claims in a month, in ranges that each cover about the same number of providers. */
export function claimCountTopic(facts: ProviderFacts, peers: Peer[], named: number): QuizTopic | undefined {
  if (facts.recentAmounts.length === 0) return undefined
  const counts = peers.flatMap((peer) => peer.claimsInMonth ?? [])
  const ranges = equalRanges(counts)
  const holding = (count: number) => ranges.find(({ from, to }) => count >= from && count <= to)
  const own = holding(facts.claimsInMonth)
  if (!own) return undefined
  return planTopic({
    key: `claim-count|${named}`,
    text: `How many claims for services in ${monthAndYear(named)} did you send to the health plan?`,
    answer: rangeText(own),
    isRight: (text) => includes(text, facts.claimsInMonth),
    values: counts.flatMap((count) => {
      const range = holding(count)
      return range ? rangeText(range) : []
    }),
    near: [],
  })
}

/** Splits the counts into ranges with about the same number of providers. Few distinct counts give few ranges. */
function equalRanges(counts: number[]): Range[] {
  const sorted = counts.toSorted((one, other) => one - other)
  const cuts = Array.from({ length: RANGES - 1 }, (_, cut) => sorted[Math.floor(((cut + 1) * sorted.length) / RANGES)])
  const starts = [...new Set([0, ...cuts.flatMap((cut) => cut ?? [])])]
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? Number.POSITIVE_INFINITY) - 1 }))
}

function rangeText({ from, to }: Range): string {
  if (to === Number.POSITIVE_INFINITY) return `${from} or more`
  return from === to ? String(from) : `${from} to ${to}`
}

/** Parses the range from its text, because stored choices may have other boundaries than today's. */
function includes(text: string, count: number): boolean {
  const [from = 0, to = from] = (text.match(/\d+/g) ?? []).map(Number)
  return count >= from && (text.endsWith('or more') || count <= to)
}
