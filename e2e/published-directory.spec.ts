import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { formatLongCalendarDay } from '@portico/core/forms/moments'
import { writeCsvFile } from '../server/src/demo/generate/csv-file.ts'
import { locationId } from '../server/src/provider-directory/domain/resources/location.ts'
import { publishDirectory } from '../server/src/provider-directory/provider-directory.ts'
import { at, expectAccessible, harborview, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { importByCommand } from './support/run-command.ts'
import { contextOf } from './support/server-work.ts'
import { lastDecisions, newStaff } from './support/staff.ts'
import type { TestPlan } from './support/test-plan.ts'
import { clearWindow, openWindow } from './support/windows.ts'
import { alert, button, expect, heading, tabTo, test } from './support/wizard.ts'

const OLD_PHONE = /978\D{0,2}555\D?0161/
const NEW_PHONE = /978\D{0,2}555\D?0162/

/** The journey's provider works at a location of its own, in the network of the demo members. */
async function importPractice(npi: string, phone: string, network: string): Promise<string> {
  const id = `T${npi}`
  await importByCommand('locations', (file) =>
    writeCsvFile(
      file,
      ['location_id', 'name', 'address_1', 'city', 'state', 'zip', 'phone'],
      [
        {
          ...{ location_id: id, name: `Clinic ${npi}`, address_1: '7 Harbor Street', city: 'Salem' },
          ...{ state: 'MA', zip: '01970', phone },
        },
      ],
    ),
  )
  await importByCommand('practices', (file) =>
    writeCsvFile(
      file,
      ['npi', 'location_id', 'network_id', 'specialty'],
      [{ npi, location_id: id, network_id: network, specialty: '207Q00000X' }],
    ),
  )
  return id
}

/** Status and text of what /fhir says of the journey's location. */
async function readFhirLocation(request: APIRequestContext, id: string): Promise<string> {
  const found = await request.get(at(harborview, `/fhir/Location/${locationId(id)}`))
  return `${found.status()} ${await found.text()}`
}

/** The whole published set as text. */
async function publishedFiles(plan: TestPlan): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-published-'))
  try {
    // Nothing is published here while the server publishes by itself.
    await expect.poll(() => publishDirectory(contextOf(plan), folder)).toBeTruthy()
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.gz'))
    const texts = await Promise.all(
      names.map(async (name) => gunzipSync(await readFile(join(folder, name))).toString()),
    )
    return texts.join('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('by keyboard alone, an office verifies and changes an entry; staff accept it, and members, files and /fhir show it', async ({
  page,
  plan,
  request,
  browser,
}) => {
  const person = await registerActivePerson(request, plan)
  const { npi, name } = person.provider
  const network = await plan.db
    .selectFrom('practice')
    .innerJoin('health_plan', 'health_plan.network_id', 'practice.network_id')
    .select('practice.network_id')
    .where('practice.network_id', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const location = await importPractice(npi, '9785550161', network.network_id ?? '')

  // The office: the draft survives closing the window.
  const first = await openWindow(browser)
  await startSession(first, harborview, 'providers', person)
  await changePhone(first)
  await clearWindow(first.context())
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, PROVIDER_PATHS.verify))
  await expect(page.getByRole('status').filter({ hasText: '1 change' })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, button(page, 'Send verification'), 80)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
  expect(await readFhirLocation(request, location)).toMatch(OLD_PHONE)

  // Plan staff.
  const staff = await openWindow(browser)
  await startSession(staff, harborview, 'internal', await newStaff(plan))
  await staff.goto(at(harborview, `${INTERNAL_PATHS.changes}?search=${npi}`))
  await expect(staff.getByRole('link', { name: /^Review Phone of/ })).toBeVisible()
  await staff.keyboard.press('j')
  await staff.keyboard.press('Enter')
  await expect(heading(staff)).toHaveText(name)
  await tabTo(staff, staff.getByLabel('Note'))
  await staff.keyboard.type('The front desk confirms it.')
  await tabTo(staff, button(staff, 'Add note'))
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('listitem').filter({ hasText: 'The front desk confirms it.' })).toBeVisible()
  await heading(staff).focus()
  await staff.keyboard.press('v')
  const accept = staff.getByRole('dialog').getByRole('button', { name: 'Accept and next' })
  await tabTo(staff, accept)
  await staff.keyboard.press('Enter')
  await expect(lastDecisions(staff)).toContainText(`You accepted ${name}: Phone.`)
  await plan.db
    .updateTable('delayed_decision')
    .set({ due_at: new Date() })
    .where('state', '=', 'HELD')
    .where('about', '=', `${name}: Phone`)
    .execute()
  await expect(lastDecisions(staff)).toContainText('is accepted and published')

  // Everyone else.
  await expect.poll(() => readFhirLocation(request, location)).toMatch(NEW_PHONE)
  expect(await publishedFiles(plan)).toMatch(NEW_PHONE)
  const member = await openWindow(browser)
  await startSession(member, harborview, 'members', 'demomember')
  await member.goto(at(harborview, `/thp/portal/members/my/find-a-provider?zip=01970&plan=ANY&npi=${npi}`))
  const verified = plan.db.selectFrom('practice').select('verified_at').where('npi', '=', npi)
  const { verified_at } = await verified.executeTakeFirstOrThrow()
  const entry = member.locator('.providers > li').filter({ hasText: '555-0162' })
  await expect(entry).toContainText(`Verified on ${formatLongCalendarDay(planDayOf(verified_at ?? new Date(0)))}`)

  // Withheld: gone at once.
  await staff.goto(at(harborview, `${INTERNAL_PATHS.providers}?npi=${npi}`))
  await button(staff, 'Withhold from the directory').click()
  await staff.getByRole('dialog').getByLabel('Reason').fill('For safety.')
  await staff.getByRole('dialog').getByRole('button', { name: 'Withhold' }).click()
  await expect(alert(staff)).toContainText('no longer in the published directory')
  expect(await readFhirLocation(request, location)).toMatch(/^404 /)
  expect(await publishedFiles(plan)).not.toMatch(NEW_PHONE)

  async function changePhone(window: Page): Promise<void> {
    await window.goto(at(harborview, PROVIDER_PATHS.verify))
    await expect(window.getByText(`NPI ${npi}`)).toBeVisible()
    await window.keyboard.press('j')
    await window.keyboard.press('e')
    const dialog = window.getByRole('dialog')
    await tabTo(window, dialog.getByLabel('Phone', { exact: true }))
    await window.keyboard.press('ControlOrMeta+a')
    await window.keyboard.type('(978) 555-0162')
    await tabTo(window, dialog.getByRole('button', { name: 'Keep changes' }))
    await window.keyboard.press('Enter')
    await expect(window.getByText(/Draft saved/)).toBeVisible()
  }
})
