import { afterEach } from 'vitest'
import { resetPage } from './render.tsx'

afterEach(resetPage)
