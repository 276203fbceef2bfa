import type { Audience } from '@portico/core/content/places'

export const AUDIENCE_LABELS: Record<Audience, string> = {
  PROVIDER: 'Providers',
  MEMBER: 'Members',
  PUBLIC: 'Everybody',
}
