import { MEMBER_PATHS } from '@portico/core/constants'
import { memberClaims } from '@portico/core/members/calls'
import type { MemberClaim, MemberClaims } from '@portico/core/members/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MEMBER, openAsUser } from '../../../test/area.tsx'
import { expectAccessible, expectPrintsNoControls, reply } from '../../../test/render.tsx'
import { expectNone, field } from '../../../test/wizard.tsx'
import '../members.css'
import { memberPages } from '../pages.tsx'

const PEOPLE = [
  { person: 'p1', firstName: 'Ingrid', isMe: true },
  { person: 'p2', firstName: 'Milo', isMe: false },
]
/** Each person has one claim in May of each year. */
const findClaims = ({ year = 2025, person = '' }: { year?: number | undefined; person?: string | undefined }) => {
  const found = PEOPLE.filter((each) => person === '' || each.person === person)
  return {
    people: PEOPLE,
    years: [2025, 2024],
    year: Number(year),
    rows: found.map(({ firstName, person: id }) => ({
      claimNumber: `E${id}`,
      serviceDate: `${year}-05-04`,
      firstName,
      providerName: 'Amara Whitfield',
      billed: '150.00',
      paid: '120.00',
      status: 'PAID',
      denialReason: '',
      memberOwes: '',
    })),
    total: found.length,
    billed: `${150 * found.length}.00`,
    paid: `${120 * found.length}.00`,
    owes: '',
    owesUnknown: found.length,
    months: Array.from({ length: 12 }, (_, index) => ({
      month: index + 1,
      billed: index === 4 ? `${150 * found.length}.00` : '0.00',
      paid: index === 4 ? `${120 * found.length}.00` : '0.00',
    })),
    pageSize: 50,
  } satisfies MemberClaims
}
const openClaims = () =>
  openAsUser(memberPages(null), {
    address: MEMBER_PATHS.claims,
    me: MEMBER,
    replies: [reply(memberClaims, findClaims)],
  })

const claimRow = (claimNumber: string) => page.getByRole('row', { name: claimNumber })

test('the page shows what the member owes in total and per claim, and what to do about a denied claim', async () => {
  const found = findClaims({})
  const [first, second] = found.rows
  const rendered = openClaims()
  rendered.setReplies(
    reply(memberClaims, {
      ...found,
      rows: [
        { ...(first as MemberClaim), memberOwes: '30.50' },
        { ...(second as MemberClaim), status: 'DENIED', paid: '', denialReason: 'Not covered.' },
      ],
      owes: '30.50',
      owesUnknown: 1,
    }),
  )
  await expect.poll(tiles).toContain('You owe$30.50')
  await expect.element(page.getByText(/For 1 claim, it’s not known yet\./)).toBeVisible()
  await expect.element(claimRow('Ep1')).toMatchTextContent('$30.50')
  await expect.element(claimRow('Ep2')).toMatchTextContent('Not known yet')
  await userEvent.click(claimRow('Ep2').getByRole('link', { name: 'What you can do' }))
  expect(location.hash).toBe('#denied-claims')
  await expect.element(page.getByRole('region', { name: 'If a claim was denied' })).toMatchTextContent('appeal')
  await expectAccessible(rendered.container)
})

test('without a denied claim the page does not explain denials', async () => {
  openClaims()
  await expect.poll(tiles).toContain('You oweNot known yet')
  await expectNone(page.getByRole('region', { name: 'If a claim was denied' }))
})

const tiles = () => document.querySelector('.tiles')?.textContent

test('the chart’s numbers are also a table', async () => {
  const { container } = openClaims()
  await userEvent.click(page.getByText('Show as a table'))
  const may = page.getByRole('table', { name: 'Spending by month' }).getByRole('row', { name: /^May/ })
  await expect.element(may).toMatchTextContent('$300.00')
  await expect.element(may).toMatchTextContent('$240.00')
  expect(container.querySelectorAll('svg .billed')).toHaveLength(12)
  await expectAccessible(container)
})

test('a member’s claims print without filters and buttons', async () => {
  const { container } = openClaims()
  await expect.element(page.getByRole('table', { name: 'Claims of 2025' })).toBeVisible()
  await expectPrintsNoControls(container)
})

test('claims are filtered by person and year, and Back restores the earlier list', async () => {
  openClaims()
  await expect.element(field('Year')).toHaveValue('2025')
  await expect.element(page.getByRole('table', { name: 'Claims of 2025' })).toBeVisible()
  await userEvent.selectOptions(field('Person'), 'Milo')
  await expect.poll(tiles).toContain('$150.00')
  await userEvent.selectOptions(field('Year'), '2024')
  await expect.element(page.getByRole('table', { name: 'Claims of 2024' })).toBeVisible()
  await expect.element(field('Person')).toHaveValue('p2')
  history.back()
  await expect.element(page.getByRole('table', { name: 'Claims of 2025' })).toBeVisible()
  history.back()
  await expect.poll(tiles).toContain('$300.00')
})
