import { ACCESS_PAGES } from '@portico/core/access/pages'
import { ALL_CALLS } from '@portico/core/all-calls'
import type { Me } from '@portico/core/signon/shapes'
import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { isForVisitors, type PortalPage } from '#shell/router/pages.ts'
import { MEMBER, openAsUser, replyAsUser, SAA, STAFF } from '../../test/area.tsx'
import { failWith } from '../../test/render.tsx'
import { heading, muteGatewayLog } from '../../test/wizard.tsx'
import * as staffAccess from '../access/console-pages.tsx'
import { administrationPage, homePage, statusPage } from '../access/pages.tsx'
import { contentPage } from '../content/console-pages.ts'
import { contractNumbers, contractsPage } from '../contracts/console-pages.ts'
import * as console from '../internal/console-pages.tsx'
import { memberPages } from '../members/pages.tsx'
import { loadEligibilityBox, portalFunctions } from '../plan-data/pages.ts'
import { changesPage, directoryPage, suppression } from '../provider-directory/console-pages.ts'
import { loadDueCard, verifyPage } from '../provider-directory/pages.ts'
import { additionalAccessPage } from '../registration/pages.ts'
import { applicationsPage } from '../sign-on-hub/console-pages.ts'
import * as staffAccount from '../signon/console-pages.ts'
import * as memberAccount from '../signon/member-pages.ts'
import * as providerAccount from '../signon/pages.ts'

muteGatewayLog()

/** While all calls but those that identify the user fail, every signed-in page keeps its heading and navigation. */

const AREAS: { me: Me; pages: readonly PortalPage[]; subpages?: readonly string[] }[] = [
  {
    me: SAA,
    pages: [
      homePage(null, loadEligibilityBox, loadDueCard),
      ...portalFunctions,
      verifyPage,
      administrationPage,
      additionalAccessPage,
      statusPage,
      ...providerAccount.accountPages,
    ],
    subpages: Object.values(ACCESS_PAGES).map((page) => (typeof page === 'string' ? page : page('1'))),
  },
  { me: MEMBER, pages: [...memberPages(null), ...memberAccount.accountPages] },
  {
    me: STAFF,
    pages: [
      console.homePage(contractNumbers, staffAccess.fourEyesApprovals),
      contractsPage,
      ...staffAccess.staffPages,
      console.providersPage(suppression, staffAccess.inviteSaa),
      changesPage,
      directoryPage,
      contentPage,
      console.auditPage,
      console.mailPage,
      applicationsPage,
      staffAccess.staffTeamPage(console.policyCard),
      ...staffAccount.accountPages,
    ],
  },
]

const listAddresses = ({ me, pages, subpages = [] }: (typeof AREAS)[number]) => {
  const paths = pages.filter((page) => !isForVisitors(page)).map(({ path }) => path)
  return [...new Set([...paths, ...subpages])].map((address) => ({ address, me, pages }))
}

test.each(AREAS.flatMap(listAddresses))('$address keeps heading and navigation', async ({ address, me, pages }) => {
  const identified = replyAsUser(me).map(({ call }) => call.path)
  const calls = ALL_CALLS.map(({ call }) => call)
  const failures = calls.filter(({ path }) => !identified.includes(path)).map((call) => failWith(call, 503))
  const { container } = openAsUser(pages, { address, me, replies: failures })
  await expect.element(heading()).toBeVisible()
  await expect.element(browser.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  await expect.poll(() => container.querySelector('main .skeleton')).toBeNull()
  expect(heading().element().textContent?.trim()).not.toBe('')
})
