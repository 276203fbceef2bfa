import { createHash } from 'node:crypto'
import { createFairQueue } from '#platform/limits/fair-queue.ts'
import type { ContractFacts } from './contract-facts.ts'

/** Drawing is CPU-bound and blocks the process, so a fair queue runs one at a time. */
const enqueue = createFairQueue(1, { perClient: 5, total: 20, patienceMs: 5_000 })
/** Number of cached contracts, some tens of kilobytes each. */
const CACHED = 100

type Draw = (facts: ContractFacts) => Promise<Buffer>

/** An LRU cache of contracts in base64. A repeated request with the same facts gets the same bytes. */
export function createContractCache(draw: Draw) {
  const drawn = new Map<string, Promise<string>>()
  return (facts: ContractFacts, client: string): Promise<string> => {
    const key = keyOf(facts)
    const known = drawn.get(key) ?? enqueue(client, async () => (await draw(facts)).toString('base64'))
    // Moves the key to the end; eviction starts at the front.
    drawn.delete(key)
    drawn.set(key, known)
    if (drawn.size > CACHED) drawn.delete(drawn.keys().next().value ?? '')
    known.catch(() => drawn.delete(key))
    return known
  }
}

function keyOf({ brand, ...facts }: ContractFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([brand.id, facts]))
    .digest('base64')
}

/** Loads the PDF code lazily, with the first contract. */
export const loadContractPdf = () => import('./contract-pdf.ts')

export const findCachedContract = createContractCache(async (facts) => (await loadContractPdf()).fillContract(facts))
