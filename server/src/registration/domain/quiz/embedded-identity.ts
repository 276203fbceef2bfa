import { createHmac, hash, randomInt } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { findNationalPeers, findNetworkPeers, findPlanNames, findProviderFacts } from '../../store/quiz-facts.ts'
import { buildQuiz, type Draw, gradeQuiz } from './build-quiz.ts'
import type { IdentityRequestResult, IdentityService } from './identity-service.ts'
import { quizTopics } from './quiz-topics.ts'

const PEERS_PER_SIDE = 75
const ENOUGH_PEERS = 50

type Around = Pick<Context, 'db' | 'now' | 'settings'>

/** Asks about what the plan and the national file know; needs nobody else. */
export function embeddedIdentity(context: Around): IdentityService {
  return {
    vendor: 'embedded',
    request: (_quizId, subject) => requestQuiz(context, subject.npi),
    score: async (_quizId, questions, answers) => gradeQuiz(questions, answers),
  }
}

async function requestQuiz({ db, now, settings }: Around, npi: string): Promise<IdentityRequestResult> {
  const facts = await findProviderFacts(db, npi)
  if (!facts) return { kind: 'not-enough' }
  const draw = drawFor(settings.secretKey, npi)
  const around = { npi, pivot: pivotNpi(draw), perSide: PEERS_PER_SIDE }
  const [network, names] = await Promise.all([
    findNetworkPeers(db, around),
    findPlanNames(db, draw.stable('group-pivot')),
  ])
  const peers = network.length < ENOUGH_PEERS ? [...network, ...(await findNationalPeers(db, around))] : network
  const questions = buildQuiz(quizTopics(facts, { peers, ...names }, now, draw.stable), draw)
  return questions ? { kind: 'offer', questions } : { kind: 'not-enough' }
}

/** Stable draws are keyed by the server's secret and the NPI: the same in every quiz of a provider, known to nobody. */
export function drawFor(secretKey: string, npi: string): Draw {
  const key = createHmac('sha256', secretKey).update(`quiz|${npi}`).digest('hex')
  return {
    // Hundreds of draws make a quiz: one keyed hash for all, and a plain one for each, which never leaves the server.
    stable: (label) => hash('sha256', `${key}|${label}`, 'buffer').readUIntBE(0, 6) / 2 ** 48,
    random: () => randomInt(2 ** 47) / 2 ** 47,
  }
}

function pivotNpi(draw: Draw): string {
  return `1${String(Math.floor(draw.stable('pivot') * 1e9)).padStart(9, '0')}`
}
