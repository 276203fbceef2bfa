import { INTERNAL_PATHS } from '@portico/core/constants'
import { home, showPolicy } from '@portico/core/internal/calls'
import type { Home } from '@portico/core/internal/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { personAddress } from '#shell/console/console-addresses.ts'
import { openAsUser, STAFF } from '../../test/area.tsx'
import { expectFits, render, reply } from '../../test/render.tsx'
import { expectNone, field } from '../../test/wizard.tsx'
import { homePage } from './console-pages.tsx'
import { PolicyCard } from './policy.tsx'

const noPart = async () => () => null
const openHome = (query = '', numbers: Partial<Home> = {}) =>
  openAsUser([homePage(noPart, noPart)], {
    address: `${INTERNAL_PATHS.home}${query}`,
    me: { ...STAFF, offerFactor: true },
    replies: [
      reply(home, {
        directoryChanges: { waiting: 2, overdue: 1, disputed: 1, oldest: '2026-03-02T15:00:00.000Z' },
        ...numbers,
        funnel: { days: 30, opened: 4, proved: 3, submitted: 2, active: 1 },
      }),
    ],
  })

test('the console’s home links to the changes of the directory', async () => {
  openHome()
  await expect
    .element(page.getByRole('link', { name: '2 directory changes to decide' }))
    .toHaveAttribute('href', INTERNAL_PATHS.changes)
})

test('reports of fraud are first on the console’s home, apart from locked providers', async () => {
  const { container } = openHome('', {
    fraudReports: { waiting: 2, oldest: '2026-03-02T15:00:00.000Z' },
    objections: 1,
    lockedProviders: 3,
  })
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toMatchTextContent('2 providers reported fraud')
  await expect
    .element(page.getByRole('link', { name: 'Review reports of fraud' }))
    .toHaveAttribute('href', INTERNAL_PATHS.providers)
  await expect.element(page.getByRole('link', { name: '3 providers are locked' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '1 provider has an objection' })).toBeVisible()
  await expectFits(container)
})

test('accounts that wait for “Confirm the owner” are listed with a link to each', async () => {
  const since = '2026-03-02T15:00:00.000Z'
  const oldest = [
    { accountId: 'a1', name: 'Robin Sample', since },
    { accountId: 'a2', name: 'Ann Example', since },
  ]
  const { container } = openHome('', { ownerChecks: { waiting: 12, oldest } })
  await expect.element(page.getByRole('heading', { name: '12 accounts need their owner confirmed' })).toBeVisible()
  await expect.element(page.getByText('These are the 2 oldest.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Robin Sample' })).toHaveAttribute('href', personAddress('a1'))
  await expectFits(container)
})

test('the console’s home marks imported data that is too old, with a link to the imports', async () => {
  const { container } = openHome('', { overdueImports: ['claims', 'sco-invoices'] })
  await expect.element(page.getByRole('heading', { name: '2 kinds of imported data are too old' })).toBeVisible()
  await expect.element(page.getByText('Claims, SCO invoices.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'See the last imports' }))
    .toHaveAttribute('href', INTERNAL_PATHS.imports)
  await expectFits(container)
})

test('without a report of fraud the console’s home shows none', async () => {
  openHome('', {
    fraudReports: { waiting: 0, oldest: '' },
    ownerChecks: { waiting: 0, oldest: [] },
    overdueImports: [],
    objections: 0,
    lockedProviders: 0,
  })
  await expect.element(page.getByRole('link', { name: '0 providers are locked' })).toBeVisible()
  await expectNone(page.getByText(/fraud|objection|owner|too old/))
})

test('Back and reload restore the period of the console’s registrations', async () => {
  const { sent } = openHome('?days=90')
  const days = field('Registrations from')
  await expect.element(days).toHaveValue('90')
  await userEvent.selectOptions(days, '7')
  await expect.poll(() => sent.at(-1)).toEqual({ path: home.path, input: { days: '7' } })
  expect(location.search).toBe('?days=7')
  history.back()
  await expect.element(days).toHaveValue('90')
})

test.each([
  [true, 1, true],
  [true, 2, false],
  [false, 1, false],
])('four-eyes approval %s with %s approvers: the policy warns %s', async (fourEyes, approvers, warns) => {
  const rendered = render(<PolicyCard />, { replies: [reply(showPolicy, { factors: [], fourEyes, approvers })] })
  await expect
    .element(page.getByText('Inviting an SAA or an administrator, lifting a hold, changing an application'))
    .toBeVisible()
  const warning = page.getByText('Fewer than two administrators can approve.')
  if (warns) await expect.element(warning).toMatchTextContent('portico user add')
  else await expectNone(warning)
  await expectFits(rendered.container)
})
