import { afterAll, beforeAll } from 'vitest'
import { hashingCost } from '../src/platform/identity/password.ts'
import { cheapMemory } from './cheap-memory.ts'

const fullMemory = hashingCost.memory

/** Runs before every server test file. After its imports: the hash that stands for nobody is made by one of them. */
beforeAll(() => {
  hashingCost.memory = cheapMemory
})
afterAll(hashAtFullCost)

/** For tests of the cost itself. */
export function hashAtFullCost(): void {
  hashingCost.memory = fullMemory
}
