import type { CoveredPerson } from '@portico/core/members/shapes'
import type { StatusLabel } from '#kit/tag.tsx'

export const COVERAGE: Record<CoveredPerson['coverage'], StatusLabel> = {
  CURRENT: { label: 'Active', tone: 'ok' },
  COMING: { label: 'Not yet active', tone: 'warn' },
  ENDED: { label: 'Ended', tone: 'bad' },
}
