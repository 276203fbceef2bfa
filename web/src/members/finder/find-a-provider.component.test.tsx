import { MEMBER_PATHS, STATUS } from '@portico/core/constants'
import * as calls from '@portico/core/members/calls'
import { ENTER_ZIP, PROVIDER_NOT_LISTED, SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import type { FoundProvider, Practice, ProviderList, ProviderPage } from '@portico/core/members/shapes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, MEMBER, openAsUser, pageOf } from '../../../test/area.tsx'
import { expectAccessible, expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, countSent, expectAlert } from '../../../test/wizard.tsx'
import '../members.css'
import { memberPages } from '../pages.tsx'

const practice: Practice = {
  groups: ['Worcester Pediatrics'],
  specialties: ['Pediatrics'],
  accepting: 'Y',
  telehealth: 'Y',
  languages: ['English', 'Spanish'],
  verifiedOn: '2026-02-10',
  isOverdue: false,
}
const place = {
  name: 'Worcester Office',
  address1: '1 Main Street',
  address2: 'Suite 4',
  city: 'Worcester',
  state: 'MA',
  zip: '01604',
  phone: '508-555-0100',
}
const provider = (index: number): FoundProvider => ({
  npi: `11000000${10 + index}`,
  name: `Amara Whitfield ${index + 1}`,
  ...practice,
  place,
  miles: '2.4',
  otherPlaces: 0,
})
/** What the office never said, and a location without a position. */
const unknown: FoundProvider = {
  ...provider(0),
  groups: [],
  specialties: [],
  accepting: '',
  telehealth: '',
  languages: [],
  verifiedOn: '',
  isOverdue: true,
  place: { ...place, address1: '', address2: '', city: '', state: '', zip: '', phone: '' },
  miles: '',
  otherPlaces: 2,
}
const opened: ProviderPage = {
  npi: '1100000010',
  name: 'Amara Whitfield',
  places: [
    {
      ...place,
      fax: '7745550100',
      hours: 'Mon-Fri 9-5',
      accessibility: 'Wheelchair accessible',
      practices: [
        { ...practice, plans: ['Choice HMO', 'Select PPO'] },
        { ...practice, groups: ['Central Clinic'], accepting: 'EXISTING', telehealth: 'N', plans: ['Senior'] },
      ],
    },
    {
      ...unknown.place,
      name: '',
      city: 'Barnstable',
      fax: '',
      hours: '',
      accessibility: '',
      practices: [{ ...practice, accepting: '', telehealth: '', verifiedOn: '', isOverdue: true, plans: [] }],
    },
  ],
}

const list = (rows: FoundProvider[], sortedBy: ProviderList['sortedBy']): ProviderList => ({
  rows,
  total: rows.length,
  pageSize: 20,
  sortedBy,
})

/** What the page sends: values that are not given are undefined. */
type Sent = { npi?: string | undefined; page?: number | undefined; zip?: string | undefined }

const findAll = ({ npi, page, zip }: Sent): ProviderList => ({
  ...pageOf(npi ? 1 : 40, provider, page, 20),
  sortedBy: zip ? 'DISTANCE' : 'NAME',
})

const openFinder = (query = '', found?: ProviderList) =>
  openAsUser(memberPages(null), {
    address: `${MEMBER_PATHS.findAProvider}${query}`,
    me: MEMBER,
    replies: [
      reply(calls.searchOptions, {
        specialties: ['Family Medicine', 'Pediatrics'],
        plans: [
          { planId: 'HMO', name: 'Choice HMO' },
          { planId: 'PPO', name: 'Select PPO' },
        ],
        ownPlanId: 'HMO',
      }),
      reply(calls.providerNames, [{ npi: '1100000010', name: 'Amara Whitfield', city: 'Worcester', state: 'MA' }]),
      reply(calls.openListedProvider, opened),
      reply(calls.findProviders, (input): ProviderList => found ?? findAll(input)),
    ],
  })
const choose = async (label: string, typed: string, option: string) => {
  await userEvent.fill(page.getByRole('combobox', { name: label }), typed)
  await userEvent.click(page.getByRole('option', { name: option }))
}
const entries = () => page.getByRole('region').getByRole('listitem')

test('a search without a specialty, ZIP code or name, or with half a ZIP code, is refused', async () => {
  const rendered = openFinder()
  await userEvent.click(page.getByLabelText('Accepting new patients'))
  await userEvent.click(button('Search'))
  await expectAlert(SEARCH_FOR_SOMETHING)
  await userEvent.fill(page.getByLabelText('ZIP code'), '016')
  await userEvent.click(button('Search'))
  await expect.element(page.getByText(ENTER_ZIP)).toBeVisible()
  expect(countSent(rendered, calls.findProviders)).toBe(0)
  await expectAccessible(rendered.container)
})

test('providers are found by specialty, distance and all filters, and the list prints', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const rendered = openFinder()
  await choose('Specialty', 'pedia', 'Pediatrics')
  await userEvent.fill(page.getByLabelText('ZIP code'), '01604-1234')
  await userEvent.selectOptions(page.getByLabelText('Distance'), '10 miles')
  await userEvent.selectOptions(page.getByLabelText('Plan'), 'Any plan')
  await userEvent.selectOptions(page.getByLabelText('Language'), 'Spanish')
  await userEvent.click(page.getByLabelText('Accepting new patients'))
  await userEvent.click(page.getByLabelText('Offers telehealth'))
  await userEvent.click(button('Search'))
  await expect
    .element(page.getByRole('heading', { level: 2 }))
    .toHaveTextContent(
      '40 providers for Pediatrics within 10 miles of 01604 accepting new patients with telehealth speaking Spanish',
    )
  expect(lastInput(rendered, calls.findProviders)).toMatchObject({
    specialty: 'Pediatrics',
    zip: '01604',
    miles: '10',
    plan: 'ANY',
    language: 'es',
    accepting: 'true',
    telehealth: 'true',
  })
  await expect.element(page.getByLabelText('Plan')).toHaveValue('ANY')
  await expect.element(page.getByRole('link', { name: 'Call Amara Whitfield 1: (508) 555-0100' })).toBeVisible()
  await expect.element(entries().first()).toMatchTextContent('2.4 miles')
  await expect.element(entries().first()).toMatchTextContent('Verified on February 10, 2026')
  await userEvent.click(button('Print this list'))
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})

test('a search of the own plan sends no plan and no filter', async () => {
  const rendered = openFinder('?specialty=Pediatrics')
  await expect.element(page.getByLabelText('Plan')).toMatchTextContent('My plan: Choice HMO')
  await expect.element(entries().first()).toBeVisible()
  const sent = lastInput(rendered, calls.findProviders)
  for (const name of ['plan', 'zip', 'miles', 'accepting', 'telehealth', 'language'])
    expect(sent).not.toHaveProperty(name, expect.anything())
})

test('a provider chosen by name is found by NPI', async () => {
  const rendered = openFinder()
  await choose('Name', 'whit', 'Amara Whitfield, Worcester, MA')
  await userEvent.click(button('Search'))
  await expect.element(entries()).toMatchTextContent('Amara Whitfield')
  expect(lastInput(rendered, calls.findProviders)).toMatchObject({ npi: '1100000010' })
  expect(lastInput(rendered, calls.findProviders)).not.toHaveProperty('name')
})

test('an entry says what is unknown, and marks what was not verified for too long', async () => {
  const { container } = openFinder('?zip=01915', list([unknown], 'ZIP_AREA'))
  await expect.element(page.getByText('We have no map position for ZIP code 01915', { exact: false })).toBeVisible()
  for (const text of [
    'ZIP area 019; distance not known',
    'No address on file',
    'No phone on file',
    '2 more locations',
    'Not verified by the office yet',
    'Please call to confirm: this may be out of date',
  ])
    await expect.element(entries()).toMatchTextContent(text)
  await expectAccessible(container)
})

test('an empty list says what to try', async () => {
  openFinder('?zip=01915', list([], 'DISTANCE'))
  await expect
    .element(page.getByRole('heading', { level: 2 }))
    .toHaveTextContent('No providers within 25 miles of 01915')
  await expect.element(page.getByText('Try a greater distance', { exact: false })).toBeVisible()
})

test('on a phone, the next page of found providers starts at its top, with the focus', async () => {
  await page.viewport(390, 844)
  const { container } = openFinder('?specialty=Pediatrics')
  await userEvent.click(
    page.getByRole('navigation', { name: 'Pages of providers' }).getByRole('button', { name: 'Next' }),
  )
  await expect.element(entries().first()).toMatchTextContent('Amara Whitfield 21')
  await expect.element(entries().first()).toBeInViewport()
  expect(document.activeElement?.className).toBe('providers')
  await expectFits(container)
})

test('an entry opens the provider’s page with every location, and leads back to the search', async () => {
  const rendered = openFinder('?specialty=Pediatrics')
  await userEvent.click(page.getByRole('link', { name: 'Amara Whitfield 1', exact: true }))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Amara Whitfield')
  expect(lastInput(rendered, calls.openListedProvider)).toEqual({ npi: '1100000010' })
  const office = page.getByRole('region', { name: 'Worcester Office' })
  for (const text of [
    'Suite 4',
    '(774) 555-0100',
    'Mon-Fri 9-5',
    'Wheelchair',
    'Choice HMO · Select PPO',
    'Central Clinic',
  ])
    await expect.element(office).toMatchTextContent(text)
  await expect.element(office).toMatchTextContent('Existing patients only')
  const other = page.getByRole('region', { name: 'Barnstable' })
  await expect.element(other).toMatchTextContent('Not known. Please call and ask.')
  await expect.element(other).toMatchTextContent('Not verified by the office yet')
  const call = page.getByRole('link', { name: 'Call Worcester Office: (508) 555-0100' })
  await expect.element(call).toHaveAttribute('href', 'tel:5085550100')
  await expectAccessible(rendered.container)
  await userEvent.click(page.getByRole('link', { name: 'Back to the search' }))
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('40 providers for Pediatrics')
})

test('the page of a provider prints', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  openFinder('/1100000010')
  await userEvent.click(button('Print this page'))
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})

test('a provider who is not published has no page', async () => {
  openAsUser(memberPages(null), {
    address: `${MEMBER_PATHS.findAProvider}/1900000000`,
    me: MEMBER,
    replies: [refuse(calls.openListedProvider, { message: PROVIDER_NOT_LISTED }, STATUS.notFound)],
  })
  await expect.element(page.getByText(PROVIDER_NOT_LISTED)).toBeVisible()
})
