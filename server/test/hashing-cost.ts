import { afterAll, beforeAll } from 'vitest'
import { hashingCost } from '../src/platform/password.ts'

/** Enough for argon2id to work at all. What is tested is who gets in, not how long guessing takes. */
export const cheapMemory = 64
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
