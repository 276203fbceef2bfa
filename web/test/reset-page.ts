import { afterEach, beforeEach } from 'vitest'
import { holdClock } from './clock.ts'
import { resetPage } from './render.tsx'

beforeEach(holdClock)
afterEach(resetPage)
