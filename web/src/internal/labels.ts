import type { ProviderRow } from '@portico/core/internal/shapes'
import type { LoadedKind } from '@portico/core/plan-data/as-of'
import type { StatusLabel } from '#kit/tag.tsx'

export const NETWORK_LABELS: Record<ProviderRow['network'], StatusLabel> = {
  IN: { label: 'In the network', tone: 'ok' },
  LEFT: { label: 'Left the network', tone: 'warn' },
  OUT: { label: 'Not in the network' },
  DEACTIVATED: { label: 'NPI deactivated', tone: 'bad' },
}

export const LOCK_LABELS: Record<ProviderRow['locks'][number], StatusLabel> = {
  HOLD: { label: 'Fraud reported', tone: 'bad' },
  OBJECTION: { label: 'Administrator objects', tone: 'warn' },
  STEP1: { label: 'Validation locked', tone: 'warn' },
  QUIZ: { label: 'Quizzes used up', tone: 'warn' },
  CODE: { label: 'Codes used up', tone: 'warn' },
}

export const IMPORT_KIND_LABELS: Record<LoadedKind, string> = {
  nppes: 'National provider file',
  'nppes-deactivations': 'National deactivations',
  network: 'Network',
  members: 'Members',
  claims: 'Claims',
  'sco-cases': 'SCO cases',
  'sco-invoices': 'SCO invoices',
  plans: 'Plans',
  locations: 'Locations',
  practices: 'Practices',
}
