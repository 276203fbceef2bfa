import { createHash } from 'node:crypto'
import { createFairQueue } from '../../../platform/limits/fair-queue.ts'
import type { ContractFacts } from './contract-facts.ts'

/** Drawing takes this process its whole time: one at a time, in turns among those who ask. */
const inTurn = createFairQueue(1, { perClient: 5, total: 20, patienceMs: 5_000 })
/** Some tens of kilobytes each. */
const KEPT = 100

type Draw = (facts: ContractFacts) => Promise<Buffer>

/** Contracts in base64, the last ones kept: who asks again gets the same bytes, as long as the facts are the same. */
export function createDrawnContracts(draw: Draw) {
  const drawn = new Map<string, Promise<string>>()
  return (facts: ContractFacts, asker: string): Promise<string> => {
    const key = keyOf(facts)
    const known = drawn.get(key) ?? inTurn(asker, async () => (await draw(facts)).toString('base64'))
    // The one asked for last stands last, and the first is the one to go.
    drawn.delete(key)
    drawn.set(key, known)
    if (drawn.size > KEPT) drawn.delete(drawn.keys().next().value ?? '')
    known.catch(() => drawn.delete(key))
    return known
  }
}

function keyOf({ brand, ...facts }: ContractFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([brand.id, facts]))
    .digest('base64')
}

/** What draws is loaded with the first contract. */
export const loadContractPdf = () => import('./contract-pdf.ts')

export const findDrawnContract = createDrawnContracts(async (facts) => (await loadContractPdf()).fillContract(facts))
