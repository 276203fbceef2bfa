import { similarSpecialties, specialtyLabel } from '@portico/core/plan-data/specialties'
import type { Peer, ProviderFacts } from '../../store/proofs/quiz-facts.ts'
import type { QuizTopic, Stable } from './build-quiz.ts'
import { capitalize, licenseEnd, STATES, streetOf, yearOf } from './quiz-texts.ts'
import { equals, numbersAround, pool } from './topic-parts.ts'

type Pool = QuizTopic['pool']

/** Topics of the national file. They are public, so they only fill up a quiz with too few plan-only topics. */
export function nationalTopics(facts: ProviderFacts, peers: Peer[], today: Date, stable: Stable): QuizTopic[] {
  return [
    ...practiceTopics(facts, peers, stable),
    ...licenseTopics(facts, peers, stable),
    enumerationTopic(facts, peers, today, stable),
    specialtyTopic(facts),
  ].filter((topic) => topic !== undefined)
}

function practiceTopics(facts: ProviderFacts, peers: Peer[], stable: Stable) {
  const code = facts.postalCode?.match(/^\d{5}/)?.[0]
  const nearCodes = numbersAround(Number(code ?? 0), stable('postal-code'), { span: 40, min: 501, max: 99_950 })
  return [
    national('city', 'In which city or town is your practice?', facts.city && capitalize(facts.city), [
      ...peerPool(facts, peers, (peer) => peer.city && capitalize(peer.city)),
    ]),
    national('street', 'On which street is your practice?', streetOf(facts.address), [
      ...peerPool(facts, peers, (peer) => streetOf(peer.address)),
    ]),
    national('postal-code', 'What is the postal code of your practice?', code, [
      ...peerPool(facts, peers, (peer) => peer.postalCode?.match(/^\d{5}/)?.[0]),
      ...pool(
        nearCodes.map((near) => String(near).padStart(5, '0')),
        3,
      ),
    ]),
  ]
}

function licenseTopics(facts: ProviderFacts, peers: Peer[], stable: Stable) {
  const end = licenseEnd(facts.licenseNumber)
  const stateOf = (code: string | null) => code && STATES[code]
  return [
    national('license-state', 'Which state issued the license listed for your NPI?', stateOf(facts.licenseState), [
      ...pool(
        peers.map((peer) => stateOf(peer.licenseState)),
        0,
      ),
      ...pool(Object.values(STATES), 1),
    ]),
    national('license-end', 'What are the last four digits of your license number?', end, [
      ...peerPool(facts, peers, (peer) => licenseEnd(peer.licenseNumber)),
      ...pool(endsLike(stable), 3),
    ]),
  ]
}

function enumerationTopic(facts: ProviderFacts, peers: Peer[], today: Date, stable: Stable) {
  if (!facts.enumerationDate) return undefined
  const year = yearOf(facts.enumerationDate)
  // The first NPIs were issued in 2005.
  const window = { span: 9, min: 2005, max: today.getUTCFullYear() }
  return national('enumeration-year', 'In which year did you get your NPI?', String(year), [
    ...pool(
      peers.map((peer) => peer.enumerationDate && String(yearOf(peer.enumerationDate))),
      0,
    ),
    ...pool(numbersAround(year, stable('enumeration-year'), window).map(String), 1),
  ])
}

function specialtyTopic({ taxonomyCode }: ProviderFacts) {
  if (!taxonomyCode) return undefined
  const text = 'Which specialty is listed for your NPI?'
  return national('specialty', text, specialtyLabel(taxonomyCode), pool(similarSpecialties(taxonomyCode), 0))
}

function national(key: string, text: string, answer: string | null | undefined, from: Pool): QuizTopic | undefined {
  if (!answer) return undefined
  return { key, text, planOnly: false, guessable: false, answer, isRight: equals(answer), pool: from }
}

/** Ranks peers by plausibility: same state, then same specialty, then all others. */
function peerPool(facts: ProviderFacts, peers: Peer[], read: (peer: Peer) => string | null | undefined): Pool {
  const rankOf = (peer: Peer) => (peer.state === facts.state ? 0 : peer.taxonomyCode === facts.taxonomyCode ? 1 : 2)
  return [0, 1, 2].flatMap((rank) =>
    pool(
      peers.filter((peer) => rankOf(peer) === rank).map((peer) => read(peer)),
      rank,
    ),
  )
}

function endsLike(stable: Stable): string[] {
  const ends = Array.from({ length: 12 }, (_, number) => Math.floor(stable(`end|${number}`) * 10_000))
  return ends.map((other) => String(other).padStart(4, '0'))
}
