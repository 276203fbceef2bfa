import { INTERNAL_PATHS } from '@portico/core/constants'
import type { Load, PortalPage } from '../shell/pages.ts'

export const requestsPage: PortalPage = {
  path: INTERNAL_PATHS.requests,
  title: 'Requests',
  who: 'signed-in',
  load: async () => (await import('./staff/requests.tsx')).Requests,
  nav: { label: 'Requests' },
}

export const peoplePage: PortalPage = {
  path: INTERNAL_PATHS.people,
  title: 'People',
  who: 'signed-in',
  load: async () => (await import('./staff/people.tsx')).People,
  nav: { label: 'People' },
}
