import { writeDollars } from '@portico/core/forms/amounts'
import { MONTH_NAMES } from '@portico/core/forms/moments'
import type { ClaimWindow, Peer, ProviderFacts } from '../../store/proofs/quiz-facts.ts'
import { orderBy, type QuizTopic, type QuizTopics, type Stable } from './build-quiz.ts'
import { claimCountTopic } from './claim-count-topic.ts'
import { nationalTopics } from './national-topics.ts'
import { monthAndYear, monthDays, monthName, monthNumber, sameText, yearOf } from './quiz-texts.ts'
import { numbersAround, planTopic } from './topic-parts.ts'

const MONTHS_BACK = 12
const OLDEST_CONTRACT = 1980
const ABOUT_AS_OLD = 2

/** The claims that a quiz asks about: the last twelve months, and one of the last twelve complete months. */
export function claimWindow(today: Date, stable: Stable): ClaimWindow & { named: number } {
  const current = today.getUTCFullYear() * 12 + today.getUTCMonth()
  const complete = Array.from({ length: MONTHS_BACK }, (_, back) => current - 1 - back)
  const named = pickStable(complete, 'claim-month', stable) ?? current - 1
  const since = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS_BACK, today.getUTCDate()))
  return { since: since.toISOString().slice(0, 10), month: monthDays(named), named }
}

/** All topics that a quiz can ask about a provider (behaviour 7.8). A missing fact gives no topic. */
export function quizTopics(facts: ProviderFacts, peers: Peer[], today: Date, stable: Stable): QuizTopics {
  const { named } = claimWindow(today, stable)
  const plan = [
    ...contractTopics(facts, peers, today, stable),
    lastClaimTopic(facts, peers, today, stable),
    ...amountTopics(facts, peers, stable),
    claimCountTopic(facts, peers, named),
  ].filter((topic) => topic !== undefined)
  return { plan, national: () => nationalTopics(facts, peers, today, stable) }
}

function contractTopics(facts: ProviderFacts, peers: Peer[], today: Date, stable: Stable): QuizTopic[] {
  if (!facts.contractDate) return []
  const dates = peers.flatMap((peer) => peer.contractDate ?? [])
  return [
    contractYearTopic(facts, peers, today, stable),
    planTopic({
      key: 'contract-month',
      text: 'In which month did your contract with the health plan begin?',
      answer: monthName(facts.contractDate),
      values: dates.map(monthName),
      near: MONTH_NAMES,
    }),
  ]
}

/**
 * The national file publishes the year of the NPI, and few contracts are older. So every choice is on the same side of
 * that year as the answer, and comes from a provider with an NPI of about the same age.
 */
function contractYearTopic(facts: ProviderFacts, peers: Peer[], today: Date, stable: Stable): QuizTopic {
  const year = yearOf(facts.contractDate ?? '')
  const since = facts.enumerationDate ? yearOf(facts.enumerationDate) : undefined
  const isLater = since === undefined || year >= since
  const min = isLater ? (since ?? OLDEST_CONTRACT) : OLDEST_CONTRACT
  const max = isLater ? today.getUTCFullYear() : since - 1
  const isAlike = ({ enumerationDate }: Peer) =>
    since === undefined || (enumerationDate !== null && Math.abs(yearOf(enumerationDate) - since) <= ABOUT_AS_OLD)
  const years = peers.filter(isAlike).flatMap((peer) => (peer.contractDate ? yearOf(peer.contractDate) : []))
  return planTopic({
    key: 'contract-year',
    text: 'In which year did your contract with the health plan begin?',
    answer: String(year),
    values: years.filter((other) => other >= min && other <= max).map(String),
    near: numbersAround(year, stable('contract-year'), { span: 9, min, max }).map(String),
  })
}

function lastClaimTopic(facts: ProviderFacts, peers: Peer[], today: Date, stable: Stable): QuizTopic | undefined {
  if (!facts.lastClaimDate) return undefined
  const last = monthNumber(facts.lastClaimDate)
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth()
  return planTopic({
    key: 'last-claim',
    text: 'In which month was the service on your most recent claim to the health plan?',
    answer: monthAndYear(last),
    values: peers.flatMap(({ lastClaimDate }) => (lastClaimDate ? monthAndYear(monthNumber(lastClaimDate)) : [])),
    near: numbersAround(last, stable('last-claim'), { span: 9, min: 0, max: now }).map(monthAndYear),
  })
}

/** Uses different claims for the billed and the paid amount, because one amount would reveal the other. */
function amountTopics(facts: ProviderFacts, peers: Peer[], stable: Stable): QuizTopic[] {
  const amounts = facts.recentAmounts
  const billed = pickStable(
    amounts.map((amount) => amount.billed),
    'billed-amount',
    stable,
  )
  const otherPaid = amounts.flatMap((amount) => (amount.billed === billed ? [] : (amount.paid ?? [])))
  const paid = pickStable(otherPaid, 'paid-amount', stable)
  const billedTopic = billed && {
    key: 'billed-amount',
    text: 'Which of these amounts did you bill on a claim in the last 12 months?',
    own: billed,
    all: amounts.map((amount) => amount.billed),
    ofPeers: peers.map((peer) => peer.billedAmount),
  }
  const paidTopic = paid && {
    key: 'paid-amount',
    text: 'Which of these amounts did the health plan pay you for a claim in the last 12 months?',
    own: paid,
    all: amounts.flatMap((amount) => amount.paid ?? []),
    ofPeers: peers.map((peer) => peer.paidAmount),
  }
  return [billedTopic, paidTopic].flatMap((asked) => (asked ? amountTopic(asked, stable) : []))
}

type AskedAmount = { key: string; text: string; own: string; all: string[]; ofPeers: (string | null)[] }

function amountTopic({ key, text, own, all, ofPeers }: AskedAmount, stable: Stable): QuizTopic {
  const right = new Set(all.map((amount) => sameText(writeDollars(Number(amount)))))
  const near = numbersAround(10, stable(`${key}-near`), { span: 10, min: 2, max: 30 })
  return planTopic({
    key,
    text,
    answer: writeDollars(Number(own)),
    isRight: (choice) => right.has(sameText(choice)),
    values: ofPeers.flatMap((amount) => (amount ? writeDollars(Number(amount)) : [])),
    near: near.map((tenths) => writeDollars((Math.round(Number(own) * 100) * tenths) / 1000)),
  })
}

const pickStable = <Item>(items: Item[], label: string, stable: Stable): Item | undefined =>
  orderBy(items, (item) => stable(`pick|${label}|${item}`))[0]
