import { afterAll, beforeAll } from 'vitest'
import { HASHING_MEMORY_KIB, hashingCost } from '#platform/identity/password.ts'
import { cheapMemory } from './cheap-memory.ts'

/** Runs before every server test file, after its imports: one of them makes the dummy hash for unknown users. */
beforeAll(() => {
  hashingCost.memory = cheapMemory
})
afterAll(hashAtFullCost)

/** For tests of the hashing cost. */
export function hashAtFullCost(): void {
  hashingCost.memory = HASHING_MEMORY_KIB
}
