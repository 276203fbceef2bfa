import { MEMBER_PATHS } from '@portico/core/constants'
import * as calls from '@portico/core/members/calls'
import { SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import type { ListedProvider } from '@portico/core/members/shapes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, MEMBER, openAsUser, pageOf } from '../../../test/area.tsx'
import { expectAccessible, reply } from '../../../test/render.tsx'
import { button, countSent, expectAlert } from '../../../test/wizard.tsx'
import '../members.css'
import { memberPages } from '../pages.tsx'

const provider = (index: number): ListedProvider => ({
  npi: `11000000${10 + index}`,
  name: `Amara Whitfield ${index + 1}`,
  specialty: 'Pediatrics',
  practices: ['Worcester Pediatrics'],
  address: '1 Main Street',
  city: 'Worcester',
  state: 'MA',
  postalCode: '01604',
  phone: '5085550100',
})
const openFinder = (query = '') =>
  openAsUser(memberPages(null), {
    address: `${MEMBER_PATHS.findAProvider}${query}`,
    me: MEMBER,
    replies: [
      reply(calls.specialties, ['Family Medicine', 'Pediatrics']),
      reply(calls.cities, [{ city: 'Worcester', state: 'MA' }]),
      reply(calls.providerNames, [{ npi: '1100000010', name: 'Amara Whitfield', city: 'Worcester', state: 'MA' }]),
      reply(calls.findProviders, ({ npi, page }) => pageOf(npi ? 1 : 40, provider, page, 20)),
    ],
  })
const choose = async (label: string, typed: string, option: string) => {
  await userEvent.fill(page.getByRole('combobox', { name: label }), typed)
  await userEvent.click(page.getByRole('option', { name: option }))
}
const entries = () => page.getByRole('region').getByRole('listitem')

test('an empty provider search is refused', async () => {
  const rendered = openFinder()
  await userEvent.click(button('Search'))
  await expectAlert(SEARCH_FOR_SOMETHING)
  expect(countSent(rendered, calls.findProviders)).toBe(0)
})

test('providers are found by specialty and city, and the list prints', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const rendered = openFinder()
  await choose('Specialty', 'pedia', 'Pediatrics')
  await choose('City', 'wor', 'Worcester, MA')
  await userEvent.click(button('Search'))
  await expect
    .element(page.getByRole('heading', { level: 2 }))
    .toHaveTextContent('40 providers for Pediatrics in Worcester, MA')
  expect(lastInput(rendered, calls.findProviders)).toMatchObject({
    specialty: 'Pediatrics',
    city: 'Worcester',
    state: 'MA',
  })
  await expect.element(page.getByRole('link', { name: 'Call Amara Whitfield 1: (508) 555-0100' })).toBeVisible()
  await userEvent.click(button('Print this list'))
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})

test('a provider chosen by name is found by NPI', async () => {
  const rendered = openFinder()
  await choose('Name', 'whit', 'Amara Whitfield, Worcester, MA')
  await userEvent.click(button('Search'))
  await expect.element(entries()).toMatchTextContent('Amara Whitfield')
  expect(lastInput(rendered, calls.findProviders)).toMatchObject({ npi: '1100000010' })
  expect(lastInput(rendered, calls.findProviders)).not.toHaveProperty('name')
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
  await expectAccessible(container)
})
