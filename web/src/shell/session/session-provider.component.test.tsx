import { MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { isMemberUser, isProviderUser } from '@portico/core/signon/calls'
import { expect, test } from 'vitest'
import { openAsVisitor } from '../../../test/area.tsx'
import { type DeclaredReply, failWith, reply } from '../../../test/render.tsx'
import { muteGatewayLog } from '../../../test/wizard.tsx'
import { AREAS, type Area, expiredLogoutUrl } from '../router/area.ts'
import { page } from '../router/pages.ts'
import { readReturnAddress } from './return-address.ts'
import { lastCallKey } from './session-memory.ts'

muteGatewayLog()

const open = (area: Area, address: string, session: DeclaredReply) =>
  openAsVisitor(area, [page('signed-in', address, 'Claims', async () => () => 'Claims of the user')], {
    address: `${address}?year=2025`,
    replies: [session],
  })
const withTarget = (path: string, target: string) => `${path}?${new URLSearchParams({ TARGET: `${target}?year=2025` })}`

test.each([
  ['a provider’s session', AREAS.members, MEMBER_PATHS.claims, reply(isMemberUser, false)],
  ['a member’s session', AREAS.providers, PROVIDER_PATHS.claims, reply(isProviderUser, false)],
  ['no session', AREAS.members, MEMBER_PATHS.claims, failWith(isMemberUser, 401)],
])(
  '%s opens no page of another area and leads to its login with the page as TARGET',
  async (_, area, path, session) => {
    const { opened, container } = open(area, path, session)
    await expect.poll(() => opened).toEqual([withTarget(area.login, path)])
    expect(container.textContent).not.toContain('Claims of the user')
  },
)

test('an expired session leads to the login’s notice and back to the page', async () => {
  localStorage.setItem(lastCallKey('members'), String(Date.now()))
  const { opened } = open(AREAS.members, MEMBER_PATHS.claims, failWith(isMemberUser, 401))
  await expect.poll(() => opened).toEqual([expiredLogoutUrl(AREAS.members)])
  expect(readReturnAddress(AREAS.members)).toBe(`${MEMBER_PATHS.claims}?year=2025`)
})

test('a session whose second factor is due leads to the factor page and back', async () => {
  const due = failWith(isMemberUser, 403, JSON.stringify({ entity: { messageCode: 'factor-due' } }))
  const { opened } = open(AREAS.members, MEMBER_PATHS.claims, due)
  await expect.poll(() => opened).toEqual([withTarget(MEMBER_PATHS.factor, MEMBER_PATHS.claims)])
})
