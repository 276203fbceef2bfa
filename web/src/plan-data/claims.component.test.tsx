import { PROVIDER_PATHS } from '@portico/core/constants'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import { claimStatuses, exportClaims, getClaimNpis, searchClaims } from '@portico/core/plan-data/calls'
import { DAYS_REVERSED } from '@portico/core/plan-data/sentences'
import type { ClaimRow, ProviderOption } from '@portico/core/plan-data/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, pageOf, SAA } from '../../test/area.tsx'
import { breakConnection, expectAccessible, failWith, reply } from '../../test/render.tsx'
import { alert, button, expectAlert, expectNone, expectSummary, field, muteGatewayLog } from '../../test/wizard.tsx'
import './plan-data.css'
import { portalFunctions } from './pages.ts'

muteGatewayLog()

const claim = (index: number): ClaimRow => ({
  claimNumber: `HV${String(index + 1).padStart(10, '0')}`,
  npi: '1100000011',
  providerName: 'Amara Whitfield',
  memberId: 'N4100000101',
  serviceDate: '2026-02-03',
  billed: `${100 + index}.00`,
  paid: '80.00',
  status: 'PAID',
  denialReason: '',
  memberOwes: '',
})
const findClaims =
  (total: number, pageSize = 50) =>
  ({ page }: { page?: number | undefined }) => ({
    ...pageOf(total, claim, page, pageSize),
    totalBilled: '1000.00',
    totalPaid: '800.00',
  })
const openClaims = (total: number, { pageSize = 50, query = '' } = {}) =>
  openAsUser(portalFunctions, {
    address: `${PROVIDER_PATHS.claims}${query}`,
    me: SAA,
    replies: [reply(claimStatuses, ['PAID', 'DENIED']), reply(searchClaims, findClaims(total, pageSize))],
  })
const table = () => page.getByRole('region', { name: 'Claims' })
const pager = () => page.getByRole('navigation', { name: 'Pages of claims' })
const provider = () => page.getByRole('combobox', { name: 'Provider' })
const options = () => page.getByRole('listbox').getByRole('option')
const sortField = () => page.getByLabelText('Sort by')

test('on a phone, the list shows all columns as cards and sorts by a field', async () => {
  await page.viewport(390, 844)
  const rendered = openClaims(3)
  await expect.element(sortField()).toBeVisible()
  await expectNone(table().getByRole('button', { name: 'Billed' }))
  for (const label of ['Claim', 'Status', 'Service date', 'Provider', 'Member ID', 'Billed', 'Paid']) {
    const cell = table().element().querySelector(`td[data-label="${label}"]`) as HTMLElement
    expect(cell.checkVisibility(), label).toBe(true)
    expect(getComputedStyle(cell, '::before').content, label).toContain(label)
    expect(cell.scrollWidth, label).toBeLessThanOrEqual(cell.clientWidth)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  await expectAccessible(rendered.container)
  for (const [chosen, descending] of [
    ['Billed, ascending', false],
    ['Billed, descending', true],
  ] as const) {
    await userEvent.selectOptions(sortField(), chosen)
    await expect.poll(() => lastInput(rendered, searchClaims)).toMatchObject({ sort: 'billed', descending })
  }
})

test('the sort field is hidden where the table has headers, which sort instead', async () => {
  const rendered = openClaims(3)
  const billed = table().getByRole('columnheader', { name: 'Billed' })
  await userEvent.click(billed.getByRole('button'))
  await expect.element(billed).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => lastInput(rendered, searchClaims)).toMatchObject({ sort: 'billed', descending: false })
  await expect.element(sortField()).not.toBeVisible()
})

test('the next page of a list longer than the window starts at its top, with the focus', async () => {
  openClaims(120)
  await userEvent.click(pager().getByRole('button', { name: 'Next' }))
  await expect.element(pager()).toMatchTextContent('51–100 of 120')
  await expect.element(table()).toHaveFocus()
  await expect.element(table().getByRole('columnheader').first()).toBeInViewport()
})

test('the next page of a short list leaves the focus on its button, except at an end', async () => {
  openClaims(6, { pageSize: 2 })
  const next = pager().getByRole('button', { name: 'Next' })
  await userEvent.click(next)
  await expect.element(pager()).toMatchTextContent('3–4 of 6')
  await expect.element(next).toHaveFocus()
  await userEvent.click(next)
  await expect.element(pager()).toMatchTextContent('5–6 of 6')
  await expect.element(table()).toHaveFocus()
})

test('a late typeahead reply is dropped, and typing shows no progress bar', async () => {
  const late = Promise.withResolvers<void>()
  const found = (name: string): ProviderOption => ({ npi: '1100000011', name, city: 'Salem', state: 'MA' })
  const rendered = openClaims(3)
  rendered.setReplies(
    reply(getClaimNpis, async ({ search }) => {
      if (search === 'm') await late.promise
      return [found(search === 'm' ? 'Miriam Late' : 'Martin Baptista')]
    }),
  )
  await expect.element(table()).toBeVisible()
  await userEvent.type(provider(), 'm')
  await expect.poll(() => rendered.sent.at(-1)?.input).toEqual({ search: 'm' })
  expect(rendered.container.querySelector('.progress')).toBeNull()
  await userEvent.type(provider(), 'artin')
  await expect.element(options()).toMatchTextContent('Martin Baptista')
  late.resolve()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(provider()).toHaveValue('Martin Baptista (NPI 1100000011)')
})

test('reversed dates are refused, and Clear all empties the form', async () => {
  const rendered = openClaims(3)
  await userEvent.fill(field('Service date from'), '2026-05-02')
  await userEvent.fill(field('Service date to'), '2026-05-01')
  await userEvent.click(button('Search'))
  await expectSummary(DAYS_REVERSED)
  expect(lastInput(rendered, searchClaims)).not.toHaveProperty('from')
  await userEvent.click(button('Clear all'))
  await expectNone(alert())
  await expect.element(field('Service date from')).toHaveValue('')
})

test('a search without matches offers no download', async () => {
  const { setReplies } = openClaims(3)
  await expect.element(button('Download CSV')).toBeEnabled()
  setReplies(reply(searchClaims, findClaims(0)))
  await userEvent.fill(field('Claim number'), 'HV0000000001')
  await userEvent.click(button('Search'))
  await expect.element(page.getByText('No claims match. Try fewer details or other dates.')).toBeVisible()
  await expect.element(button('Download CSV')).toBeDisabled()
})

test('a failed search keeps the input and offers to try again, and a failed download says so', async () => {
  const rendered = openClaims(3)
  await expect.element(table()).toBeVisible()
  rendered.setReplies(failWith(searchClaims, 503))
  await userEvent.fill(field('Claim number'), 'HV00001')
  await userEvent.click(button('Search'))
  await expectAlert(GATEWAY_UNAVAILABLE)
  await expect.element(field('Claim number')).toHaveValue('HV00001')
  rendered.setReplies(reply(searchClaims, findClaims(3)), breakConnection(exportClaims))
  await userEvent.click(button('Try again'))
  await expect.element(table()).toBeVisible()
  expect(lastInput(rendered, searchClaims)).toMatchObject({ claimNumber: 'HV00001' })
  await userEvent.click(button('Download CSV'))
  await expectAlert(GATEWAY_UNAVAILABLE)
})

test('Back restores the earlier search, and a claim number stays out of the URL', async () => {
  const rendered = openClaims(120, { query: '?status=DENIED' })
  await expect.element(field('Status')).toHaveValue('DENIED')
  await userEvent.fill(field('Claim number'), 'HV00001')
  await userEvent.click(button('Search'))
  await expect.poll(() => lastInput(rendered, searchClaims)).toMatchObject({ claimNumber: 'HV00001' })
  expect(location.search).toBe('?status=DENIED')
  await userEvent.click(pager().getByRole('button', { name: 'Next' }))
  await expect.poll(() => lastInput(rendered, searchClaims)).toMatchObject({ claimNumber: 'HV00001', page: 1 })
  history.back()
  await expect.element(pager()).toMatchTextContent('1–50 of 120')
  await expect.element(field('Claim number')).toHaveValue('HV00001')
  history.back()
  await expect.element(field('Claim number')).toHaveValue('')
  await expect.element(field('Status')).toHaveValue('DENIED')
})
