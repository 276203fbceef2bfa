import { similarSpecialties, specialtyLabel } from '@portico/core/directory/specialties'
import type { Peer, ProviderFacts } from '../../store/quiz-facts.ts'
import type { QuizTopic } from './build-quiz.ts'
import {
  capitalize,
  dollars,
  licenseEnd,
  MONTHS,
  monthAndYear,
  monthName,
  monthNumber,
  STATES,
  streetOf,
  yearOf,
} from './quiz-texts.ts'

/** Where wrong choices come from: similar providers and the plan's own names. */
export type Distractors = { peers: Peer[]; regions: string[]; groups: string[] }

type Stable = (label: string) => number
type Pool = QuizTopic['pool']

/** Everything that can be asked about a provider. What is not known gives no topic. */
export function quizTopics(facts: ProviderFacts, from: Distractors, today: Date, stable: Stable): QuizTopic[] {
  const candidates = [
    ...contractTopics(facts, from, today, stable),
    regionTopic(facts, from),
    groupTopic(facts, from, stable),
    lastClaimTopic(facts, today, stable),
    billedAmountTopic(facts, from, stable),
    ...practiceTopics(facts, from, stable),
    ...licenseTopics(facts, from, stable),
    enumerationTopic(facts, from, today, stable),
    specialtyTopic(facts),
  ]
  return candidates.filter(isTopic)
}

function contractTopics(facts: ProviderFacts, from: Distractors, today: Date, stable: Stable) {
  if (!facts.contractDate) return []
  const year = yearOf(facts.contractDate)
  const month = monthName(facts.contractDate)
  const years = from.peers.map((peer) => peer.contractDate && String(yearOf(peer.contractDate)))
  const nearYears = yearsAround(year, 1980, today.getUTCFullYear(), stable('contract-year'))
  return [
    planOnly('contract-year', 'In which year did your contract with the health plan begin?', String(year), [
      ...pool(years, 0),
      ...pool(nearYears, 1),
    ]),
    planOnly('contract-month', 'In which month did your contract with the health plan begin?', month, pool(MONTHS, 0)),
  ]
}

function regionTopic(facts: ProviderFacts, from: Distractors) {
  if (!facts.region) return undefined
  const text = 'In which region of its network does the health plan list you?'
  return planOnly('region', text, facts.region, pool(from.regions, 0))
}

function groupTopic(facts: ProviderFacts, from: Distractors, stable: Stable) {
  const own = pickStable(facts.groups, 'group', stable)
  if (!own) return undefined
  const text = 'To which of these provider groups do you belong?'
  return { ...planOnly('group', text, own, pool(from.groups, 0)), alsoRight: facts.groups }
}

function lastClaimTopic(facts: ProviderFacts, today: Date, stable: Stable) {
  if (!facts.lastClaimDate) return undefined
  const last = monthNumber(facts.lastClaimDate)
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth()
  const months = numbersAround(last, stable('last-claim'), { span: 9, min: 0, max: now }).map(monthAndYear)
  const topic = planOnly(
    'last-claim',
    'In which month was the service on your most recent claim to the health plan?',
    monthAndYear(last),
    pool(months, 0),
  )
  // Most practices bill every month, so the newest choice would be a good guess.
  return { ...topic, weak: now - last < 3 }
}

function billedAmountTopic(facts: ProviderFacts, from: Distractors, stable: Stable) {
  const own = pickStable([...new Set(facts.billedAmounts.slice(0, 10))], 'billed-amount', stable)
  if (!own) return undefined
  const cents = Math.round(Number(own) * 100)
  const near = numbersAround(10, stable('billed-near'), { span: 10, min: 2, max: 30 }).map((tenths) =>
    dollars((cents * tenths) / 1000),
  )
  return {
    ...planOnly('billed-amount', 'Which of these amounts did you bill on a recent claim?', dollars(Number(own)), [
      ...pool(
        from.peers.map((peer) => peer.billedAmount && dollars(Number(peer.billedAmount))),
        0,
      ),
      ...pool(near, 1),
    ]),
    alsoRight: facts.billedAmounts.map((amount) => dollars(Number(amount))),
  }
}

function practiceTopics(facts: ProviderFacts, from: Distractors, stable: Stable) {
  const street = streetOf(facts.address)
  const code = facts.postalCode?.slice(0, 5)
  return [
    facts.city &&
      national(
        'city',
        'In which city or town is your practice?',
        capitalize(facts.city),
        peerPool(facts, from, (peer) => peer.city && capitalize(peer.city)),
      ),
    street &&
      national(
        'street',
        'On which street is your practice?',
        street,
        peerPool(facts, from, (peer) => streetOf(peer.address)),
      ),
    code &&
      /^\d{5}$/.test(code) &&
      national('postal-code', 'What is the postal code of your practice?', code, [
        ...peerPool(facts, from, (peer) => peer.postalCode?.match(/^\d{5}/)?.[0]),
        ...pool(
          numbersAround(Number(code), stable('postal-code'), { span: 40, min: 501, max: 99950 }).map((near) =>
            String(near).padStart(5, '0'),
          ),
          3,
        ),
      ]),
  ].filter(isTopic)
}

function licenseTopics(facts: ProviderFacts, from: Distractors, stable: Stable) {
  const end = licenseEnd(facts.licenseNumber)
  const state = facts.licenseState && STATES[facts.licenseState]
  const otherEnds = end ? endsLike(end, stable) : []
  return [
    state &&
      national('license-state', 'Which state issued the license you gave for your NPI?', state, [
        ...pool(
          from.peers.map((peer) => peer.licenseState && STATES[peer.licenseState]),
          0,
        ),
        ...pool(Object.values(STATES), 1),
      ]),
    end &&
      national('license-end', 'What are the last four digits of your license number?', end, [
        ...peerPool(facts, from, (peer) => licenseEnd(peer.licenseNumber)),
        ...pool(otherEnds, 3),
      ]),
  ].filter(isTopic)
}

function enumerationTopic(facts: ProviderFacts, from: Distractors, today: Date, stable: Stable) {
  if (!facts.enumerationDate) return undefined
  const year = yearOf(facts.enumerationDate)
  // The first NPIs were given out in 2005.
  const near = yearsAround(year, 2005, today.getUTCFullYear(), stable('enumeration-year'))
  const years = from.peers.map((peer) => peer.enumerationDate && String(yearOf(peer.enumerationDate)))
  const text = 'In which year were you given your NPI?'
  return national('enumeration-year', text, String(year), [...pool(years, 0), ...pool(near, 1)])
}

function specialtyTopic(facts: ProviderFacts) {
  const label = specialtyLabel(facts.taxonomyCode)
  if (!label || !facts.taxonomyCode) return undefined
  const text = 'Which specialty did you give as your own for your NPI?'
  return national('specialty', text, label, pool(similarSpecialties(facts.taxonomyCode), 0))
}

function planOnly(key: string, text: string, answer: string, from: Pool): QuizTopic {
  return { key, text, planOnly: true, answer, alsoRight: [], pool: from }
}

function national(key: string, text: string, answer: string, from: Pool): QuizTopic {
  return { key, text, planOnly: false, answer, alsoRight: [], pool: from }
}

function pool(texts: readonly (string | null | undefined)[], rank: number): Pool {
  const known = texts.flatMap((text) => text || [])
  return [...new Set(known)].map((text) => ({ text, rank }))
}

/** The nearer the peer, the more plausible: same state first, then same region or specialty, then anybody. */
function peerPool(facts: ProviderFacts, from: Distractors, read: (peer: Peer) => string | null | undefined): Pool {
  return from.peers.flatMap((peer) => {
    const related = peer.taxonomyCode === facts.taxonomyCode || (peer.region !== null && peer.region === facts.region)
    return pool([read(peer)], peer.state === facts.state ? 0 : related ? 1 : 2)
  })
}

type Window = { span: number; min: number; max: number }

/**
 * The numbers of a window that holds the value somewhere, not in its middle: otherwise the middle choice would be the
 * likely one. `place` (0 to 1) says where.
 */
function numbersAround(value: number, place: number, { span, min, max }: Window): number[] {
  const size = Math.min(span, max - min)
  const start = Math.min(Math.max(value - Math.floor(place * (size + 1)), min), Math.max(max - size, min))
  return Array.from({ length: size + 1 }, (_, step) => start + step).filter((number) => number !== value)
}

/** Four digits drawn from all there are. */
function endsLike(end: string, stable: Stable): string[] {
  const ends = Array.from({ length: 12 }, (_, number) => Math.floor(stable(`end|${number}`) * 10_000))
  return ends.map((other) => String(other).padStart(4, '0')).filter((other) => other !== end)
}

function yearsAround(year: number, min: number, max: number, place: number): string[] {
  return numbersAround(year, place, { span: 9, min, max }).map(String)
}

function pickStable(texts: string[], label: string, stable: Stable): string | undefined {
  const order = (text: string) => stable(`pick|${label}|${text}`)
  return [...texts].sort((one, other) => order(one) - order(other))[0]
}

function isTopic(candidate: QuizTopic | string | false | null | undefined): candidate is QuizTopic {
  return typeof candidate === 'object' && candidate !== null
}
