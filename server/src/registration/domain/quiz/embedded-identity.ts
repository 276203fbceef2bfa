import { createHmac, hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeDollars } from '@portico/core/forms/amounts'
import type { Context } from '#platform/context.ts'
import { olderKey } from '#platform/keys/secret-key.ts'
import { findNationalPeers, findQuizFacts } from '../../store/proofs/quiz-facts.ts'
import { buildQuiz, gradeQuiz, type Stable } from './build-quiz.ts'
import type { IdentityRequestResult, IdentityService, IdentitySubject } from './identity-service.ts'
import { claimWindow, quizTopics } from './quiz-topics.ts'

const PEERS_PER_SIDE = 75
const ENOUGH_PEERS = 50

type Around = Pick<Context, 'db' | 'now' | 'settings'>

/** Asks about facts of the plan and the national file. Needs no external service. */
export function embeddedIdentity(context: Around): IdentityService {
  return {
    vendor: 'embedded',
    request: (_quizId, subject) => requestQuiz(context, subject),
    score: async (_quizId, questions, answers) => gradeQuiz(questions, answers),
  }
}

async function requestQuiz(
  { db, now, settings }: Around,
  { npi, typedAmounts = [] }: IdentitySubject,
): Promise<IdentityRequestResult> {
  const stable = drawFor(olderKey(settings), npi)
  const window = claimWindow(now, stable)
  const around = { npi, pivot: pivotNpi(stable), perSide: PEERS_PER_SIDE }
  const found = await findQuizFacts(db, around, window)
  if (!found) return { kind: 'not-enough' }
  const { facts, kept, peers: network } = found
  const peers = network.length < ENOUGH_PEERS ? [...network, ...(await findNationalPeers(db, around))] : network
  const typed = typedAmounts.map((amount) => writeDollars(Number(amount)))
  const made = buildQuiz(quizTopics(facts, peers, now, stable), stable, { kept, typed })
  if (!made) return { kind: 'not-enough' }
  const toKeep = isDeepStrictEqual(made.kept, kept) ? undefined : made.kept
  return { kind: 'offer', questions: made.questions, toKeep }
}

/**
 * Derives numbers from the server's secret and the NPI: constant across the quizzes of a provider, and unpredictable.
 */
export function drawFor(secretKey: string, npi: string): Stable {
  const key = createHmac('sha256', secretKey).update(`quiz|${npi}`).digest('hex')
  // A quiz needs hundreds of numbers, so one HMAC derives a key and a plain hash, which stays on the server, does the
  // rest.
  return (label) => Number.parseInt(hash('sha256', `${key}|${label}`, 'hex').slice(0, 12), 16) / 2 ** 48
}

function pivotNpi(stable: Stable): string {
  return `1${String(Math.floor(stable('pivot') * 1e9)).padStart(9, '0')}`
}
