import { afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { cdp } from 'vitest/browser'
import { holdClock } from './clock.ts'
import { resetPage } from './render.tsx'

declare module 'vitest' {
  interface ProvidedContext {
    throttle: number
  }
}

beforeAll(async () => {
  await cdp().send('Emulation.setCPUThrottlingRate', { rate: inject('throttle') })
})
beforeEach(holdClock)
afterEach(resetPage)
