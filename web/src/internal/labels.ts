import type { ProviderRow } from '@portico/core/internal/shapes'
import type { StatusLabel } from '../kit/tag.tsx'

export const NETWORK_LABELS: Record<ProviderRow['network'], StatusLabel> = {
  IN: { label: 'In the network', tone: 'ok' },
  LEFT: { label: 'Left the network', tone: 'warn' },
  OUT: { label: 'Not in the network' },
  DEACTIVATED: { label: 'NPI deactivated', tone: 'bad' },
}

export const LOCK_LABELS = {
  STEP1: 'Validation locked',
  QUIZ: 'Quizzes used up',
  CODE: 'Codes used up',
  HOLD: 'On hold',
  OBJECTION: 'Administrator objects',
} as const
