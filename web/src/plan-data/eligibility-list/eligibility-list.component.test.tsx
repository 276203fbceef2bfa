import { PROVIDER_PATHS } from '@portico/core/constants'
import { exportManyEligibility, findManyEligibility, lastManyEligibility } from '@portico/core/plan-data/calls'
import { LIST_TEXTS } from '@portico/core/plan-data/eligibility-list'
import type { FindManyBody, LastList, ListAnswer, ListRow } from '@portico/core/plan-data/eligibility-list-shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openAsUser, SAA } from '../../../test/area.tsx'
import { expectAccessible, refuse, reply } from '../../../test/render.tsx'
import { alert, button, expectNone, expectSummary, muteGatewayLog } from '../../../test/wizard.tsx'
import '../plan-data.css'
import { UNREADABLE_SHEET } from '#shell/spreadsheet/read-spreadsheet.ts'
import { portalFunctions } from '../pages.ts'

muteGatewayLog()

const NOT_FOUND = 'We could not find a member with these details. Please check them and try again.'

/** Members whose ID ends in 9 are not found, and those in 8 are not covered. */
function answer(row: ListRow, index: number): ListAnswer {
  const memberId = row.memberId ?? ''
  if (memberId.endsWith('9')) return { index, found: false, message: NOT_FOUND }
  return {
    index,
    found: true,
    memberId: memberId || 'N5000000001',
    firstName: row.firstName || 'Ada',
    lastName: row.lastName || 'Fern',
    planName: 'Harbor Senior Care',
    onDate: '2026-04-01',
    coveredOnDate: !memberId.endsWith('8'),
    copayOffice: '25.00',
    deductible: '1500.00',
    deductibleMet: '412.50',
    pcpName: 'Eleanor Whitlock, M.D.',
    pcpIsOwn: index === 0,
    askedAt: '2026-04-01T15:00:00.000Z',
  }
}
const answerAll = ({ rows, firstIndex = 0 }: { rows: ListRow[]; firstIndex?: number | undefined }) => ({
  rows: rows.map((row, at) => answer(row, firstIndex + at)),
})
const openList = (last: LastList['rows'] = [], total = last.length) =>
  openAsUser(portalFunctions, {
    address: PROVIDER_PATHS.eligibilityList,
    me: SAA,
    replies: [reply(lastManyEligibility, { rows: last, total }), reply(findManyEligibility, answerAll)],
  })
/** A workbook with one sheet: Member, Appointment; N5000000001, April 1, 2026 as a day of Excel. */
const WORKBOOK =
  'UEsDBBQAAAAIAAAAIVxEroPn/wAAAJYCAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbK2Sy07DMBBFf8XytoqdskAIJemCxxJYlA8w9iSx4pc8bk' +
  'n/HsctLFChm65G9r1zz2g0zWa2huwhovaupWtWUwJOeqXd0NL37XN1Rzddsz0EQJKtDls6phTuOUc5ghXIfACXld5HK1J+xoEHIScxAL+p61su' +
  'vUvgUpWWDNo1j9CLnUnkac7fR2wEg5Q8HI0Lq6UiBKOlSFnne6d+UaoTgeXO4sFRB1xlA+VnCYvyN+DU95r3ELUC8iZiehE2u/hs+KeP04f3E/' +
  's/5MyUvu+1BOXlzuYWhiGCUDgCJGtYqcwK7VaX+cWMvJT1lQf5yb8wB6aDAbz2FkroN5mXQ+u+AFBLAwQUAAAACAAAACFcHEn3vqQAAAAWAQAA' +
  'CwAAAF9yZWxzLy5yZWxzjc/BDsIgDAbgVyG9O6YHY8zYLsZkVzMfAFnHyAYlgDrfXo7OePDY9P+/plWz2Jk9MERDTsC2KIGhU9QbpwVcu/PmAE' +
  '1dXXCWKSfiaHxkueKigDElf+Q8qhGtjAV5dHkzULAy5TFo7qWapEa+K8s9D58GrE3W9gJC22+BdS+P/9g0DEbhidTdoks/TnwlsiyDxiRgmfmT' +
  'wnQjmoqMAq8rvnqwfgNQSwMEFAAAAAgAAAAhXO055vGuAAAACQEAAA8AAAB4bC93b3JrYm9vay54bWyNj88OgjAMxl9l6V2HHowhgBdjwh0fYL' +
  'ICC2wl7fz39i4id09tv7a/9itOLz+pB7I4CiXsthkoDC1ZF/oSrs1lc4RTVTyJxxvRqNJ0kBKGGOdca2kH9Ea2NGNInY7Ym5hK7rXMjMbKgBj9' +
  'pPdZdtDeuAALIed/GNR1rsUztXePIS4QxsnE9KsMbhaoiu8F+UUVjMcSGrLmDeor1Ta5AsW5SwnXdge6KvS6pVdj1QdQSwMEFAAAAAgAAAAhXA' +
  'PQUtK3AAAAlgEAABoAAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc62QywrCMBBFfyXM3k7bhYiYuhHBregHhHT6oG0SMvH19wbFR6ELF66G' +
  'O49zL7NaX4denMlza42ELElBkNG2bE0t4XjYzhawLlZ76lWIG9y0jkU8MSyhCcEtEVk3NChOrCMTJ5X1gwpR+hqd0p2qCfM0naP/ZsCYKXalBL' +
  '8rMxCHm6Nf2LaqWk0bq08DmTBhgRfrO26IQoQqX1OQ8G4xPkqWRCrgdJj8n2E43HriT5Knftnj6MHFHVBLAwQUAAAACAAAACFcHKkk9LYAAAAk' +
  'AQAADQAAAHhsL3N0eWxlcy54bWxlj00PgjAMhv/KsrsMiDHGDLiRePGCJl4ndECyr2zDwL93YBSMx/bt06elxSgFeoJ1vVYZTqIYI1C1bnrVZv' +
  'h2LXdHXOTU+UlA1QF4FOaVy3DnvTkR4uoOJHORNqBCwrWVzIfStsQZC6xxMyQFSeP4QCTrFc5pDUJU88Y7d6jWg/LBHPojR2qQpfTnJsMxJjkl' +
  '29E3uGHSfwaN/Av/RMl+zRAzRkyXQT7AlsvFs/+jW0xk/Th/AVBLAwQUAAAACAAAACFcd0FQYtIAAAB4AQAAGAAAAHhsL3dvcmtzaGVldHMvc2' +
  'hlZXQxLnhtbHWQwU7DMAyGXyXKnbnpYEIozbQJcYML8AChM2tE40SO1fH4ZGOqhsRyiv/48yfHrr/jqCbkEhJ12iwarZD6tAu07/T729PNvV47' +
  'e0j8VQZEUbWdSqcHkfwAUPoBoy+LlJHqy2fi6KWWvIeSGf3uBMUR2qZZQfSBtLOn7NGLd5bTQXHV1rQ/XjZGK+l0oDEQvgrXPBRnxT1j/EC2IM' +
  '7CMYH+TGyvEZucUyCJSPIXgyqdze1sbq/Meblrzsf8p69Y+V1gcrcrY5YWpksPXGwL8ze6H1BLAQIUAxQAAAAIAAAAIVxEroPn/wAAAJYCAAAT' +
  'AAAAAAAAAAAAAACAAQAAAABbQ29udGVudF9UeXBlc10ueG1sUEsBAhQDFAAAAAgAAAAhXBxJ976kAAAAFgEAAAsAAAAAAAAAAAAAAIABMAEAAF' +
  '9yZWxzLy5yZWxzUEsBAhQDFAAAAAgAAAAhXO055vGuAAAACQEAAA8AAAAAAAAAAAAAAIAB/QEAAHhsL3dvcmtib29rLnhtbFBLAQIUAxQAAAAI' +
  'AAAAIVwD0FLStwAAAJYBAAAaAAAAAAAAAAAAAACAAdgCAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc1BLAQIUAxQAAAAIAAAAIVwcqST0tg' +
  'AAACQBAAANAAAAAAAAAAAAAACAAccDAAB4bC9zdHlsZXMueG1sUEsBAhQDFAAAAAgAAAAhXHdBUGLSAAAAeAEAABgAAAAAAAAAAAAAAIABqAQA' +
  'AHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLBQYAAAAABgAGAIABAACwBQAAAAA='
const excelFile = () => Uint8Array.from(atob(WORKBOOK), (letter) => letter.charCodeAt(0))

const list = () => page.getByLabelText('Type or paste your list')
const file = () => page.getByLabelText('Or choose a file')
const table = () => page.getByRole('region', { name: 'Eligibility of the list' })
const column = (name: string) => page.getByRole('combobox', { name })
const sentRows = (sent: { path: string; input: unknown }[]) =>
  sent.filter(({ path }) => path === findManyEligibility.path).map(({ input }) => input as FindManyBody)

async function enter(text: string) {
  await userEvent.fill(list(), text)
  await userEvent.click(button('Continue'))
}
async function chooseFile(name: string, content: BlobPart) {
  await userEvent.upload(file(), new File([content], name))
  await userEvent.click(button('Continue'))
}

test('pasted member IDs are checked in parts of 50, and the grid shows each row', async () => {
  const { container, sent } = openList()
  const ids = Array.from({ length: 120 }, (_, at) => `N50000${String(at).padStart(4, '0')}`)
  await expectAccessible(container)
  await enter(ids.join('\n'))
  await expect.element(column('Column 1')).toHaveValue('memberId')
  await expectAccessible(container)
  await userEvent.click(button('Check 120 members'))
  await expect.element(page.getByText('120 of 120 checked.')).toBeVisible()
  const parts = sentRows(sent)
  expect(parts.map(({ rows, firstIndex }) => [rows.length, firstIndex])).toEqual([
    [50, 0],
    [50, 50],
    [20, 100],
  ])
  expect(new Set(parts.map(({ listId }) => listId)).size).toBe(1)
  expect(parts[2]?.rows[19]).toEqual({ memberId: ids[119] })
  await expect.element(page.getByRole('heading', { name: '24 rows need attention' })).toBeVisible()
  await expect.element(table().getByText('$1,087.50').first()).toBeVisible()
  await expect.element(table().getByText('(this office)')).toBeVisible()
  await expectAccessible(container)
  await userEvent.click(page.getByLabelText('Show only rows that need attention'))
  expect(table().element().querySelectorAll('tbody tr')).toHaveLength(24)
  await expect.element(table().getByText(NOT_FOUND).first()).toBeVisible()
  await expect.element(table().getByText('Not active').first()).toBeVisible()
})

test('columns of a file are recognized by their headings and can be changed', async () => {
  const { sent } = openList()
  await chooseFile('today.csv', 'Time;Last Name;First Name;DOB;Insurance\n9:00;Fern;Ada;6/30/1950;N5000000001\n')
  await expect.element(column('Time')).toHaveValue('')
  await expect.element(column('Last Name')).toHaveValue('lastName')
  await expect.element(column('DOB')).toHaveValue('birthDate')
  await expect.element(column('Insurance')).toHaveValue('memberId')
  await userEvent.selectOptions(column('Insurance'), 'Not used')
  await userEvent.selectOptions(column('DOB'), 'Date of service')
  await userEvent.click(button('Check 1 member'))
  await expectSummary('Choose the column with member IDs, or those with first name, last name and birth date.')
  await userEvent.selectOptions(column('DOB'), 'Birth date')
  await userEvent.click(button('Check 1 member'))
  await expect.element(page.getByText('1 of 1 checked.')).toBeVisible()
  expect(sentRows(sent)[0]?.rows).toEqual([{ lastName: 'Fern', firstName: 'Ada', birthDate: '6/30/1950' }])
})

test('a field is in one column, and a first row without headings is a member', async () => {
  const { sent } = openList()
  await enter('Ada\tFern\t1950-06-30\t2026-04-02')
  await userEvent.selectOptions(column('Column 4'), 'Last name')
  await expect.element(column('Column 2')).toHaveValue('')
  await userEvent.selectOptions(column('Column 2'), 'Last name')
  await expect.element(column('Column 4')).toHaveValue('')
  await userEvent.click(button('Check 1 member'))
  await expect.element(page.getByText('1 of 1 checked.')).toBeVisible()
  expect(sentRows(sent)[0]?.rows).toEqual([{ firstName: 'Ada', lastName: 'Fern', birthDate: '1950-06-30' }])
})

test('an Excel file is read in the browser', async () => {
  const { sent } = openList()
  await userEvent.upload(file(), new File([excelFile()], 'today.xlsx'))
  await userEvent.click(button('Continue'))
  await expect.element(column('Member')).toHaveValue('memberId')
  await userEvent.click(button('Check 1 member'))
  await expect.element(page.getByText('1 of 1 checked.')).toBeVisible()
  expect(sentRows(sent)[0]?.rows).toEqual([{ memberId: 'N5000000001', onDate: '2026-04-01' }])
})

test.each([
  ['an empty list', '', LIST_TEXTS.empty],
  ['more than 500 rows', 'N1\n'.repeat(502), LIST_TEXTS.tooMany],
])('%s is refused before anything is sent', async (_case, text, message) => {
  const { sent } = openList()
  await enter(text)
  await expectSummary(message)
  expect(sentRows(sent)).toEqual([])
})

test.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])],
  ['a broken Excel file', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9])],
])('%s is refused, and the typed list stays', async (_case, content) => {
  openList()
  await userEvent.fill(list(), 'N5000000001')
  await chooseFile('list.xlsx', content)
  await expectSummary(UNREADABLE_SHEET)
  await expect.element(list()).toHaveValue('N5000000001')
})

test('a refused part stops with its sentence, keeps the rows before it, and can be continued', async () => {
  const { setReplies } = openList()
  setReplies(refuse(findManyEligibility, { message: LIST_TEXTS.limit }, 407))
  await enter('N1\nN2')
  await userEvent.click(button('Check 2 members'))
  await expect.element(alert().getByText(LIST_TEXTS.limit)).toBeVisible()
  setReplies(reply(findManyEligibility, answerAll))
  await userEvent.click(button('Continue checking'))
  await expect.element(page.getByText('2 of 2 checked.')).toBeVisible()
  await expectNone(alert())
})

test('the list of the last hour comes back, and a new one can be started', async () => {
  openList([{ ...answer({ memberId: 'N5000000008' }, 0), asked: { memberId: 'N5000000008' } }])
  await expect.element(page.getByText('1 of 1 checked.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '1 row needs attention' })).toBeVisible()
  await userEvent.click(button('Start a new list'))
  await expect.element(list()).toBeVisible()
})

test('a list that was left before its end says so when it comes back', async () => {
  openList([{ ...answer({ memberId: 'N1' }, 0), asked: { memberId: 'N1' } }], 120)
  await expect.element(page.getByText('1 of 120 checked.')).toBeVisible()
  await expect.element(page.getByText(LIST_TEXTS.partly)).toBeVisible()
  await userEvent.click(button('Start a new list'))
  await expectNone(page.getByText(LIST_TEXTS.partly))
})

test('the export asks the server for the last list', async () => {
  const { sent, setReplies } = openList([{ ...answer({ memberId: 'N1' }, 0), asked: { memberId: 'N1' } }])
  setReplies({
    call: exportManyEligibility,
    answer: () => new Response('a,b', { headers: { 'content-type': 'text/csv' } }),
  })
  await userEvent.click(button('Download CSV'))
  await expect.element(page.getByText('eligibility.csv was saved.')).toBeVisible()
  expect(sent.some(({ path }) => path === exportManyEligibility.path)).toBe(true)
})

test('on a phone, rows are cards and nothing scrolls sideways', async () => {
  await page.viewport(390, 844)
  const { container } = openList([{ ...answer({ memberId: 'N5000000009' }, 0), asked: { memberId: 'N5000000009' } }])
  await expect.element(page.getByText('1 of 1 checked.')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  await expectAccessible(container)
})
