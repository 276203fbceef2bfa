import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage, type Load, type PortalPage } from '../shell/router/pages.ts'

export const staffPages = [
  consolePage(
    'requests',
    INTERNAL_PATHS.requests,
    'Requests',
    async () => (await import('./staff/requests.tsx')).Requests,
  ),
  consolePage('people', INTERNAL_PATHS.people, 'People', async () => (await import('./staff/people.tsx')).People),
]

/** The plan's own people stand last, beside the mail; `policy` is another area's to show. */
export const staffTeamPage = (policy: Load): PortalPage =>
  consolePage('staff', INTERNAL_PATHS.staff, 'Staff', async () => {
    const [{ StaffTeam }, PolicyCard] = await Promise.all([import('./staff/team.tsx'), policy()])
    return () => <StaffTeam policy={<PolicyCard />} />
  })

/** A part of the console's home. */
export const fourEyesApprovals = async () => (await import('./staff/four-eyes-approvals.tsx')).FourEyesApprovals

/** A part of the console's page about one provider. */
export const inviteSaa = async () => (await import('./staff/invite-saa.tsx')).InviteSaa
