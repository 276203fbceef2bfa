import { STAFF_ROLES, type StaffRole } from '@portico/core/access/staff-roles'
import { INTERNAL_PATHS, PROVIDER_PATHS, SIGNED_IN_COOKIE } from '@portico/core/constants'
import { CONSOLE_PAGES, type ConsolePageName } from '@portico/core/internal/console'
import { isInternalUser } from '@portico/core/signon/calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openAsUser, openAsVisitor, SAA, STAFF } from '../../test/area.tsx'
import { expectFits, reply } from '../../test/render.tsx'
import { expectHeading, expectNone, heading, tabTo } from '../../test/wizard.tsx'
import { ConsolePage } from './console/console-page.tsx'
import { AREAS } from './router/area.ts'
import { consolePage, page as declarePage } from './router/pages.ts'

/** Which pages of an area a user sees and opens. The server decides `opens` (`server/src/staff-roles.test.ts`). */

/** Each page has a component of its own, as real pages do. */
const load = async () => () => <ConsolePage>Page content</ConsolePage>
const PAGES = (Object.keys(CONSOLE_PAGES) as ConsolePageName[]).map((name) =>
  consolePage(name, INTERNAL_PATHS[name], `Title of ${name}`, load),
)
const OPENS: Record<StaffRole, ConsolePageName[]> = {
  ADMINISTRATOR: Object.keys(CONSOLE_PAGES) as ConsolePageName[],
  REVIEWER: ['contracts', 'requests', 'providers', 'directory', 'changes'],
  EDITOR: ['content'],
  AUDITOR: ['people', 'audit'],
  SUPPORT: ['views'],
}
const NOT_INCLUDED = 'Your role doesn’t include this page. An administrator can change your role.'
const openConsole = (name: ConsolePageName, opens: ConsolePageName[]) =>
  openAsUser(PAGES, { address: INTERNAL_PATHS[name], me: { ...STAFF, opens } })
const links = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

test.each(STAFF_ROLES)('the navigation of %s lists the pages of the role and no others', async (role) => {
  openConsole(OPENS[role][0] as ConsolePageName, OPENS[role])
  await expect
    .poll(() =>
      links()
        .elements()
        .map((link) => link.textContent),
    )
    .toEqual(OPENS[role].map((name) => `Title of ${name}`))
  await expect.element(page.getByText('Page content')).toBeVisible()
})

test('a console page outside the role keeps its title and says who can change the role', async () => {
  const { container } = openConsole('audit', OPENS.REVIEWER)
  await expectHeading('Title of audit')
  await expect.element(page.getByText(NOT_INCLUDED)).toBeVisible()
  await expectNone(page.getByText('Page content'))
  await expectFits(container)
})

test('a page opens by keyboard, and its heading gets the focus', async () => {
  openConsole('contracts', OPENS.ADMINISTRATOR)
  await expectHeading('Title of contracts')
  await tabTo(links().nth(3))
  await userEvent.keyboard('{Enter}')
  await expectHeading('Title of people')
  await expect.element(heading()).toHaveFocus()
})

test('on a phone the menu lists the pages', async () => {
  await page.viewport(390, 844)
  openConsole('contracts', OPENS.ADMINISTRATOR)
  await expectHeading('Title of contracts')
  expect(links().elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Menu' }))
  await expect
    .element(page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Title of audit' }))
    .toBeVisible()
})

test('the session of another area’s user leads to the sign-in page of this area', async () => {
  const { opened } = openAsVisitor(AREAS.internal, PAGES, {
    address: INTERNAL_PATHS.people,
    replies: [reply(isInternalUser, false)],
  })
  await expect
    .poll(() => opened)
    .toEqual([`${INTERNAL_PATHS.login}?${new URLSearchParams({ TARGET: INTERNAL_PATHS.people })}`])
  await expectNone(page.getByText('Page content'))
})

const HELP = [declarePage('public', PROVIDER_PATHS.faq, 'Questions', load)]

test('a public page makes no secured call for a visitor and shows the help links', async () => {
  const { sent } = openAsVisitor(AREAS.providers, HELP, { address: PROVIDER_PATHS.faq })
  await expectHeading('Questions')
  await expect.element(page.getByRole('navigation', { name: 'Help' })).toBeVisible()
  expect(sent).toEqual([])
})

test('a public page shows the account header to a signed-in user', async () => {
  await cookieStore.set(SIGNED_IN_COOKIE, '1')
  openAsUser(HELP, { address: PROVIDER_PATHS.faq, me: SAA })
  await expect.element(page.getByRole('button', { name: 'Sandra Ashgrove' })).toBeVisible()
  await expectNone(page.getByRole('navigation', { name: 'Help' }))
})
