import { INTERNAL_PATHS } from '@portico/core/constants'
import { page } from '../shell/pages.ts'

export const staffPages = [
  page('signed-in', INTERNAL_PATHS.requests, 'Requests', async () => (await import('./staff/requests.tsx')).Requests),
  page('signed-in', INTERNAL_PATHS.people, 'People', async () => (await import('./staff/people.tsx')).People),
]

/** A part of the console's page about one provider. */
export const inviteSaa = async () => (await import('./staff/invite-saa.tsx')).InviteSaa
