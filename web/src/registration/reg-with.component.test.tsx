import { FIX_ERRORS, LEVEL_NAMES, SELECT_GROUP, SELECT_OPTION } from '@portico/core/forms/messages'
import { captchaChallenge, valRegNpi } from '@portico/core/registration/calls'
import type { NpiProfile } from '@portico/core/registration/model-shapes'
import type { Group } from '@portico/core/registration/shapes'
import { CHOICE_NOTE } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, HEADINGS, IS_THIS_CORRECT, viewingGroup } from '@portico/core/registration/texts/messages'
import {
  explainLeftOutGroups,
  REGISTERED_GROUP_NOTE,
  SIGNED_FORM_NEEDED,
} from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { GROUP_MEMBER, group, ORGANIZATION_MEMBER } from '../../test/registration-examples.ts'
import { expectAccessible, reply, replyBare } from '../../test/render.tsx'
import {
  alert,
  button,
  chooseAndContinue,
  clickContinue,
  enterNpi,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  openScreen,
  openWizard,
} from '../../test/wizard.tsx'

const OWN = 'Merrimack Valley Family Medicine'
const OTHERS = ['Andover Internal Medicine', 'Haverhill Pediatrics']
const [FREE, WITH_SAA] = OTHERS as [string, string]

const openLevels = async (profile: NpiProfile) => {
  const rendered = openWizard([reply(valRegNpi, profile), replyBare(captchaChallenge, {})])
  await enterNpi(profile.npiId)
  await expectHeading(HEADINGS.regWith)
  return rendered
}
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const selectAll = () => page.getByRole('checkbox', { name: 'Select all' })
const isMixed = () => (selectAll().element() as HTMLInputElement).indeterminate
const reach = () => page.getByText(/^Your choice:/)
const steps = () => page.getByRole('list', { name: 'Progress' })
const main = () => page.getByRole('main')
const region = () => page.getByRole('dialog').getByRole('region').element()

test('regWith requires a level and announces the signed form before the choice', async () => {
  await openLevels(GROUP_MEMBER)
  await expectNone(field(LEVEL_NAMES.PO))
  await expect
    .element(field(LEVEL_NAMES.PG))
    .toHaveAccessibleDescription(expect.stringMatching(/A signed form will be needed\.$/))
  await clickContinue()
  await expectSummary(FIX_ERRORS, SELECT_OPTION)
})

test('regWith requires a group at group level', async () => {
  const { container } = await openLevels(GROUP_MEMBER)
  await userEvent.click(field(LEVEL_NAMES.PG))
  const own = box('Old Harbor Primary Care')
  await expect.element(own).toBeChecked()
  await expect.element(selectAll()).toBeChecked()
  await expect.element(selectAll()).toBeDisabled()
  await userEvent.click(own)
  await expect.element(selectAll()).not.toBeChecked()
  await clickContinue()
  await expectSummary(SELECT_GROUP)
  await expectAccessible(container)
  await userEvent.click(own)
  await expectNone(alert())
})

test('at organization level the group of the NPI stays checked, and select-all affects only the others', async () => {
  await openLevels(ORGANIZATION_MEMBER)
  await userEvent.click(field(LEVEL_NAMES.PO))
  await expect.element(box(OWN)).toBeChecked()
  await expect.element(box(OWN)).toBeDisabled()
  for (const name of OTHERS) await expect.element(box(name)).not.toBeChecked()
  await expect.element(page.getByText(`${WITH_SAA}*`)).toBeVisible()
  await expect.element(page.getByText(`* ${REGISTERED_GROUP_NOTE}`)).toBeVisible()

  await userEvent.click(selectAll())
  for (const name of OTHERS) await expect.element(box(name)).toBeChecked()
  await userEvent.click(box(FREE))
  await expect.element(selectAll()).not.toBeChecked()
  expect(isMixed()).toBe(true)
  await userEvent.click(selectAll())
  await expect.element(box(FREE)).toBeChecked()
  await userEvent.click(selectAll())
  for (const name of OTHERS) await expect.element(box(name)).not.toBeChecked()
  await expect.element(box(OWN)).toBeChecked()
})

test('at group level the group of the NPI can be left out after a confirmation', async () => {
  const { container } = await openLevels(ORGANIZATION_MEMBER)
  await userEvent.click(field(LEVEL_NAMES.PG))
  await userEvent.click(box(OWN))
  await userEvent.click(selectAll())
  await expect.element(box(OWN)).not.toBeChecked()
  for (const name of OTHERS) await expect.element(box(name)).toBeChecked()
  // Not every group is checked: the box is mixed, and a click clears the others.
  await expect.element(selectAll()).not.toBeChecked()
  expect(isMixed()).toBe(true)

  await clickContinue()
  const dialog = page.getByRole('dialog', { name: HEADINGS.leftOut })
  await expect.element(dialog).toMatchTextContent(explainLeftOutGroups(ORGANIZATION_MEMBER.npiId, [OWN]))
  await expectAccessible(container)
  await userEvent.click(dialog.getByRole('button', { name: BUTTONS.goBack }))
  await userEvent.click(selectAll())
  for (const name of OTHERS) await expect.element(box(name)).not.toBeChecked()
  await userEvent.click(box(FREE))
  await clickContinue()
  await userEvent.click(button(BUTTONS.continueWithout))
  await expectHeading(HEADINGS.regChoice)
  await expect.element(main()).not.toMatchTextContent(OWN)
})

test('regChoice shows the scope, the replaced SAA and the signed form', async () => {
  await openLevels(ORGANIZATION_MEMBER)
  await userEvent.click(field(LEVEL_NAMES.PO))
  await expect.element(page.getByText(SIGNED_FORM_NEEDED, { exact: true })).toBeVisible()
  await expect.element(steps()).toMatchTextContent(/Provider.*Access.*Account.*Signed form.*Done$/)
  await expect.element(steps()).not.toMatchTextContent('Identity')
  await expect.element(reach()).toHaveTextContent('Your choice: 1 of 3 groups, 1 of 3 providers')
  await userEvent.click(box(WITH_SAA))
  await expect.element(reach()).toHaveTextContent('Your choice: 2 of 3 groups, 2 of 3 providers')
  await clickContinue()

  await expectHeading(HEADINGS.regChoice)
  await expect.element(page.getByRole('heading', { name: IS_THIS_CORRECT })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'You will replace the current SAA' })).toBeVisible()
  const said = [
    ORGANIZATION_MEMBER.poName,
    OWN,
    `${WITH_SAA}*`,
    `* ${REGISTERED_GROUP_NOTE}`,
    '2 of 3 groups',
    CHOICE_NOTE,
  ]
  for (const words of said) await expect.element(main()).toMatchTextContent(words)
  await expect.element(main()).not.toMatchTextContent(FREE)
  await userEvent.click(button(BUTTONS.noGoBack))
  await expectHeading(HEADINGS.regWith)
  await expect.element(box(WITH_SAA)).toBeChecked()
  await clickContinue()
  await userEvent.click(button(BUTTONS.yesContinue))
  await expectHeading(HEADINGS.step3)
})

test('a physician of a group who chooses the single NPI continues to regBy', async () => {
  await openLevels(GROUP_MEMBER)
  await chooseAndContinue(LEVEL_NAMES.NPI)
  await expectHeading(HEADINGS.regBy)
  await userEvent.click(button(BUTTONS.goBack))
  await expectHeading(HEADINGS.regWith)
  await expect.element(field(LEVEL_NAMES.NPI)).toBeChecked()
})

const openGroups = (...groups: Group[]) =>
  openScreen('regWith', {
    ...ORGANIZATION_MEMBER,
    regRoleSel: 'SAA',
    regType: 'PG',
    pgGroupMap: Object.fromEntries(groups.map((each) => [each.id, each])),
    pgGroupKeys: groups.map(({ id }) => id),
  })

const THREE = group('1', OWN, {
  npiList: [
    { id: '1600000003', name: 'Cora Ames', regFlag: true },
    { id: '1600000001', name: 'Abel Stone', regFlag: false },
    { id: '1600000002', name: 'Bea Lowe', regFlag: true },
  ],
})
const table = () => page.getByRole('dialog').getByRole('table', { name: viewingGroup(OWN) })
const column = (index: number) =>
  [...table().element().querySelectorAll(`tbody td:nth-child(${index})`)].map((cell) => cell.textContent)
const sortBy = (name: string) => userEvent.click(table().getByRole('button', { name }))
const header = (name: string) => page.getByRole('columnheader', { name })

test('the count of a group opens its provider list, which sorts, and closing it returns the focus', async () => {
  openGroups(THREE)
  await userEvent.click(button('3 providers'))
  await expect.element(table()).toBeVisible()
  const headers = [...table().element().querySelectorAll('th')]
  expect(headers.map((cell) => cell.textContent)).toEqual(['NPI', 'Provider Name', 'Registered?'])
  expect(headers.map((cell) => String(cell.computedStyleMap().get('width')))).toEqual(['15%', '80%', '5%'])
  await expectNone(page.getByRole('searchbox'))
  expect(column(2)).toEqual(['Abel Stone', 'Bea Lowe', 'Cora Ames'])
  expect(column(3)).toEqual(['No', 'Yes', 'Yes'])

  await sortBy('NPI')
  await expect.element(header('NPI')).toHaveAttribute('aria-sort', 'ascending')
  expect(column(1)).toEqual(['1600000001', '1600000002', '1600000003'])
  await sortBy('NPI')
  await expect.element(header('NPI')).toHaveAttribute('aria-sort', 'descending')
  expect(column(1)).toEqual(['1600000003', '1600000002', '1600000001'])
  await sortBy('Registered?')
  expect(column(3)).toEqual(['No', 'Yes', 'Yes'])

  await userEvent.click(button(BUTTONS.close))
  await expectNone(page.getByRole('dialog'))
  await expect.element(button('3 providers')).toHaveFocus()
})

test.each([
  ['the brand’s font', undefined],
  ['the fallback font', "'Public Sans Fallback', sans-serif"],
  ['the system font', 'system-ui'],
])('on a phone the provider list shows all columns in %s, however long a name is', async (_which, font) => {
  await page.viewport(390, 844)
  if (font) document.documentElement.style.setProperty('--font', font)
  openGroups(group('1', OWN, { npiList: [{ id: '1600000001', name: 'Margaret Featherstonehaugh', regFlag: true }] }))
  await userEvent.click(button('1 provider'))
  await expect.element(header('Registered?')).toBeVisible()
  await document.fonts.ready
  expect(region().scrollWidth).toBeLessThanOrEqual(region().clientWidth)
  document.documentElement.style.removeProperty('--font')
})
