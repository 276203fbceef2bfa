import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage, type Load, type PortalPage } from '#shell/router/pages.ts'

export const staffPages = [
  consolePage(
    'requests',
    INTERNAL_PATHS.requests,
    'Requests',
    async () => (await import('./staff/requests.tsx')).Requests,
  ),
  consolePage(
    'successors',
    INTERNAL_PATHS.successors,
    'Successors',
    async () => (await import('./staff/takeovers.tsx')).Takeovers,
  ),
  consolePage('people', INTERNAL_PATHS.people, 'People', async () => (await import('./staff/people.tsx')).People),
]

/** The staff page comes last. `policy` is a part from another area. */
export const staffTeamPage = (policy: Load): PortalPage =>
  consolePage('staff', INTERNAL_PATHS.staff, 'Staff', async () => {
    const [{ StaffTeam }, PolicyCard] = await Promise.all([import('./staff/team.tsx'), policy()])
    return () => <StaffTeam policy={<PolicyCard />} />
  })

/** Part of the console's home page. */
export const fourEyesApprovals = async () => (await import('./staff/four-eyes-approvals.tsx')).FourEyesApprovals

/** Part of the console's provider page. */
export const inviteSaa = async () => (await import('./staff/invite-saa.tsx')).InviteSaa
