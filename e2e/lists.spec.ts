import { randomBytes } from 'node:crypto'
import { at, expectAccessible, expectNoSidewaysScroll, harborview, phone, signIn, startSession } from './fixtures.ts'
import { type Person, registerActivePerson } from './support/people.ts'
import type { TestPlan } from './support/test-plan.ts'
import { expect, heading, test } from './support/wizard.ts'

test('on a phone, a list shows all columns as cards and has a sort field', async ({ page }) => {
  await page.setViewportSize(phone)
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/claims'))
  const list = page.getByRole('region', { name: 'Claims' })
  const billed = list.locator('td[data-label="Billed"]')
  await expect(billed.first()).toBeVisible()
  await expect(list.getByRole('button', { name: 'Billed' })).toHaveCount(0)
  for (const label of ['Claim', 'Status', 'Service date', 'Provider', 'Member ID', 'Billed', 'Paid']) {
    const cell = list.locator(`td[data-label="${label}"]`).first()
    await expect(cell).toBeVisible()
    const box = await cell.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), label).toBeLessThanOrEqual(phone.width)
  }
  const amounts = async () => (await billed.allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')))
  for (const [chosen, direction] of [
    ['Billed, ascending', 1],
    ['Billed, descending', -1],
  ] as const) {
    await list.getByLabel('Sort by').selectOption(chosen)
    await expect
      .poll(async () => {
        const shown = await amounts()
        return shown.every((amount, index) => index === 0 || (amount - (shown[index - 1] ?? 0)) * direction >= 0)
      })
      .toBe(true)
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the sort field is hidden where the table has headers', async ({ page }) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/claims'))
  const list = page.getByRole('region', { name: 'Claims' })
  await expect(list.getByRole('button', { name: 'Billed' })).toBeVisible()
  await expect(list.getByLabel('Sort by')).toBeHidden()
})

test('a very long name wraps and does not squeeze the other columns', async ({ page, plan }) => {
  // Other journeys create people at the same time; the unique address identifies these two.
  const unique = randomBytes(6).toString('hex')
  const common = { kind: 'internal', state: 'INVITED', brand: 'harborview', created_at: new Date() } as const
  const add = (end: string, name: { first_name: string; last_name: string; email: string }) =>
    plan.db
      .insertInto('account')
      .values({ ...common, ...name, public_id: `${unique}-${end}` })
      .execute()
  const short = `ann@${unique}.example`
  await add('short', { first_name: 'Ann', last_name: 'Lee', email: short })
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `/thp/portal/internal/people?search=${unique}`))
  const email = page.getByRole('cell', { name: short })
  await expect(email).toBeVisible()
  const defaultValue = (await email.boundingBox())?.height ?? 0
  await add('long', {
    first_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
    last_name: 'Featherstonehaugh-Cholmondeley-Marjoribanks',
    email: `${'long'.repeat(12)}@${unique}.example`,
  })
  await page.reload()
  await expect(page.getByRole('link', { name: /^Wolfeschlegel/ })).toBeVisible()
  // A second line would add more than twenty pixels; a border adds less than one.
  expect((await email.boundingBox())?.height ?? 0).toBeLessThan(defaultValue + 10)
  await expectNoSidewaysScroll(page)
})

test('a report without details is not sent, and the first missing field gets the focus', async ({ page }) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/roster'))
  await page
    .getByRole('button', { name: /^Report a change/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Send report' }).click()
  const kind = page.getByLabel('What has changed?')
  await expect(kind).toBeFocused()
  await kind.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByLabel('What is the correct information, and since when?')).toBeFocused()
})

test('the console’s home links to the waiting reports', async ({ page }) => {
  await signIn(page, harborview, 'internal', 'demostaff')
  await page.getByRole('link', { name: /reported changes? to answer$/ }).click()
  await expect(page.getByRole('heading', { name: 'Changes reported by offices' })).toBeFocused()
})

test('a long list’s next page starts at its top with the focus; a short list keeps the focus on the button', async ({
  page,
}) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, '/thp/portal/providers/claims'))
  const list = page.getByRole('region', { name: 'Claims' })
  const pages = page.getByRole('navigation', { name: 'Pages of claims' })
  const next = pages.getByRole('button', { name: 'Next' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('51–100 of')
  await expect(list).toBeFocused()
  await expect(list.getByRole('columnheader').first()).toBeInViewport()

  await page.setViewportSize({ width: 1280, height: 8000 })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('101–150 of')
  await expect(next).toBeFocused()
  const previous = pages.getByRole('button', { name: 'Previous' })
  await previous.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('1–50 of')
  await expect(list).toBeFocused()
})

test('on a phone, the next page of found providers starts at its top', async ({ page }) => {
  await page.setViewportSize(phone)
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, '/thp/portal/members/my/find-a-provider?specialty=Family+Medicine'))
  const pages = page.getByRole('navigation', { name: 'Pages of providers' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page.locator('.providers')).toBeFocused()
  await expect(page.locator('.providers > li').first()).toBeInViewport()
  await expectAccessible(page)
})

/** Adds colleagues of an SAA: `working` with access, `asking` with a pending request. */
async function fillOffice(plan: TestPlan, saa: Person, { working, pending }: { working: number; pending: number }) {
  const now = new Date()
  const { npi } = saa.provider
  const numbers = [...Array(working + pending).keys()]
  const accounts = await plan.db
    .insertInto('account')
    .values(
      numbers.map((number) => ({
        public_id: `list-${npi}-${number}`,
        kind: 'provider' as const,
        state: 'INVITED' as const,
        brand: 'harborview',
        first_name: 'Zoe',
        last_name: `${saa.lastName} ${String(number).padStart(2, '0')}`,
        email: `zoe.${npi}.${number}@office.example`,
        created_at: now,
      })),
    )
    .returning('id')
    .execute()
  const stateOf = (number: number) => (number < working ? 'ACTIVE' : 'PENDING_APPROVAL')
  const asked = { role: 'AU', created_at: now } as const
  const requests = await plan.db
    .insertInto('access_request')
    .values(
      accounts.map(({ id }, number) => ({
        ...asked,
        reference: `LIST-${npi}-${number}`,
        account_id: id,
        reg_type: 'NPI' as const,
        npi,
        path: 'APPROVAL' as const,
        brand: 'harborview',
        state: stateOf(number),
      })),
    )
    .returning(['id', 'account_id'])
    .execute()
  await plan.db
    .insertInto('access_grant')
    .values(
      requests.map(({ id, account_id }, number) => ({
        ...asked,
        account_id,
        request_id: id,
        scope_kind: 'NPI' as const,
        scope_id: npi,
        permissions: ['HOME'],
        state: stateOf(number),
      })),
    )
    .execute()
  const ids = accounts.map(({ id }) => id)
  return async () => {
    await plan.db.deleteFrom('access_grant').where('account_id', 'in', ids).execute()
    await plan.db.deleteFrom('access_request').where('account_id', 'in', ids).execute()
    await plan.db.deleteFrom('account').where('id', 'in', ids).execute()
  }
}

test('Back and reload restore an office’s lists of people and pending requests', async ({ page, plan, request }) => {
  const saa = await registerActivePerson(request, plan)
  const removeOffice = await fillOffice(plan, saa, { working: 60, pending: 7 })
  await startSession(page, harborview, 'providers', saa)
  await page.goto('/thp/portal/providers/access')
  const waiting = page.getByRole('region', { name: 'Waiting for your decision' }).getByRole('listitem')
  const pages = page.getByRole('navigation', { name: 'Pages of people' })
  const people = page.getByRole('region', { name: 'People by name' }).getByRole('row')
  await expect(waiting).toHaveCount(5)
  await page.getByRole('button', { name: 'Show all 7' }).click()
  await expect(waiting).toHaveCount(7)
  await page.getByLabel('Name or email').fill('zoe')
  await page.keyboard.press('Enter')
  await expect(page.getByText('60 entries')).toBeVisible()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('51–60 of 60')

  const expectAsLeft = async () => {
    await expect(page.getByLabel('Name or email')).toHaveValue('zoe')
    await expect(pages).toContainText('51–60 of 60')
    await expect(people).toHaveCount(11)
    await expect(waiting).toHaveCount(7)
  }
  await people.last().getByRole('link').click()
  await expect(heading(page)).toContainText('Zoe')
  await page.goBack()
  await expectAsLeft()
  await waiting.last().getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await page.goBack()
  await expectAsLeft()
  await page.reload()
  await expectAsLeft()
  await page.goBack()
  await expect(pages).toContainText('1–50 of 60')
  await page.goBack()
  await expect(page.getByText('61 entries')).toBeVisible()
  await expect(waiting).toHaveCount(7)
  await page.goBack()
  await expect(waiting).toHaveCount(5)

  await test.step('finds the last of many colleagues', async () => {
    await page.getByRole('link', { name: 'Invite a person' }).click()
    await page.getByLabel('Same access as a colleague', { exact: true }).fill(`${saa.lastName} 59`)
    await page.getByRole('option', { name: `Zoe ${saa.lastName} 59, Access User` }).click()
    await expect(page.getByLabel('Access User (AU)')).toBeChecked()
  })
  await removeOffice()
})

test('Back and reload restore the console’s lists of people and requests', async ({ page, plan, request }) => {
  const saa = await registerActivePerson(request, plan)
  const removeOffice = await fillOffice(plan, saa, { working: 60, pending: 0 })
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, '/thp/portal/internal/people'))
  const pages = page.getByRole('navigation', { name: 'Pages of people' })
  const people = page.getByRole('region', { name: 'List of people' })
  await page.getByLabel(/^Search by name/).fill(`zoe ${saa.lastName}`)
  await expect(pages).toContainText('of 60')
  await page.getByLabel('State').selectOption('Invited')
  await people.getByRole('button', { name: /^Name/ }).click()
  await pages.getByRole('button', { name: 'Next' }).click()
  const expectPeopleAsLeft = async () => {
    await expect(people.getByRole('row').last()).toContainText(`Zoe ${saa.lastName} 10`)
    await expect(people.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByLabel(/^Search by name/)).toHaveValue(`zoe ${saa.lastName}`)
    await expect(page.getByLabel('State')).toHaveValue('INVITED')
  }
  await expectPeopleAsLeft()
  await people.getByRole('link').last().click()
  await expect(heading(page)).toContainText(`Zoe ${saa.lastName} 10`)
  await page.goBack()
  await expectPeopleAsLeft()
  await page.reload()
  await expectPeopleAsLeft()

  await page.goto(at(harborview, '/thp/portal/internal/requests'))
  const byAge = page.getByRole('columnheader', { name: /^Requested/ })
  await byAge.getByRole('button').click()
  await expect(byAge).toHaveAttribute('aria-sort', 'descending')
  await page
    .getByRole('link', { name: /^Decide about/ })
    .first()
    .click()
  await expect(byAge).toHaveCount(0)
  await page.goBack()
  await expect(byAge).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(byAge).toHaveAttribute('aria-sort', 'descending')
  await removeOffice()
})

test('Back and reload restore the period of the console’s figures', async ({ page }) => {
  await startSession(page, harborview, 'internal', 'demostaff')
  const figures = [
    { path: 'home', label: 'Registrations from', defaultValue: '30', chosen: '7' },
    { path: 'contracts', label: 'Requests from', defaultValue: '90', chosen: '365' },
  ]
  for (const { path, label, defaultValue, chosen } of figures) {
    await page.goto(at(harborview, `/thp/portal/internal/${path}`))
    const days = page.getByLabel(label)
    await expect(days).toHaveValue(defaultValue)
    await days.selectOption(chosen)
    await expect(days).toHaveValue(chosen)
    await page.reload()
    await expect(days).toHaveValue(chosen)
    await page.goBack()
    await expect(days).toHaveValue(defaultValue)
  }
})
