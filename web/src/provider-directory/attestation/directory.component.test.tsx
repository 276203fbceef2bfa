import { INTERNAL_PATHS } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import * as calls from '@portico/core/provider-directory/attestation/calls'
import { FINDING_KINDS } from '@portico/core/provider-directory/attestation/finding-kinds'
import type {
  AttestationRow,
  Attestations,
  Readiness,
  Sample,
  SampledRow,
  SampleRow,
} from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_STATEMENT, ATTESTATION_TEXTS } from '@portico/core/provider-directory/attestation/statement'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { now } from '#kit/clock.ts'
import { sampleAddress } from '#shell/console/console-addresses.ts'
import { lastInput, openAsUser, STAFF } from '../../../test/area.tsx'
import { passTime } from '../../../test/clock.ts'
import { type DeclaredReply, expectFits, expectPrintsNoControls, refuse, reply } from '../../../test/render.tsx'
import { button, expectNone, expectSummary, field, heading, muteGatewayLog, tabTo } from '../../../test/wizard.tsx'
import '../../internal/internal.css'
import { directoryPage } from '../console-pages.ts'

muteGatewayLog()

const AT = '2026-03-02T15:00:00.000Z'
const LONG = 'Rehabilitation'.repeat(7)
const SHA = 'a1'.repeat(32)

const READINESS: Readiness = {
  verifyDays: 90,
  check: {
    checkedAt: AT,
    isAsked: false,
    providers: 9,
    publishedRows: 10,
    verifiedRows: 8,
    findings: FINDING_KINDS.map((kind, index) => ({ kind, count: index })),
  },
  days: [
    { day: '2026-03-01', publishedRows: 10, verifiedRows: 7 },
    { day: '2026-03-02', publishedRows: 10, verifiedRows: 8 },
  ],
  scores: [{ day: '2026-03-01', size: 10, correct: 9 }],
  attested: ['2026-03-02'],
}
const FINDING = {
  ...{ subject: '1100000011', npi: '1100000011', locationId: '', name: LONG, place: '', phone: '', others: '' },
  ...{ entries: 2, since: '2025-11-01' },
}
const SAMPLE_ROW: SampleRow = {
  ...{ id: '7', seed: 'spring', size: 3, day: '2026-03-01', frameSize: 2822, frameSha256: SHA },
  ...{ drawnAt: AT, drawnBy: 'Stafford Kingsley', entered: 1, finishedAt: '', reached: 1, correct: 1 },
}
const ROW: SampledRow = {
  position: 1,
  npi: '1100000011',
  shown: {
    ...{ name: 'Amara Whitfield', locationName: 'Harbor Clinic', address: '12 Harbor Street, Salem, MA 01970' },
    ...{ phone: '9785550101', specialty: 'Family Medicine', network: 'Harbor Network', plans: ['Harbor HMO'] },
    acceptingNewPatients: 'Y',
  },
  ...{ outcome: '', wrongFields: [], note: '', version: 0, enteredAt: '', enteredBy: '' },
}
const done = (row: SampledRow): SampledRow => ({
  ...row,
  ...{ outcome: 'REACHED', version: 1, enteredAt: AT, enteredBy: 'Rosalind Norwood' },
})
const SAMPLE: Sample = {
  ...SAMPLE_ROW,
  rows: [done(ROW), { ...ROW, position: 2, shown: { ...ROW.shown, name: LONG } }, { ...ROW, position: 3 }],
}
const ATTESTATION: AttestationRow = {
  ...{ id: '4', officerName: 'Olivia Ormsby', officerTitle: '', manifestSha256: SHA, statement: ATTESTATION_STATEMENT },
  ...{ recordedBy: 'Stafford Kingsley', attestedOn: '2026-03-02', publishedAt: AT, recordedAt: AT },
  ...{ withdrawnAt: '', withdrawnBy: '', reason: '' },
}
const ATTESTATIONS: Attestations = {
  current: { manifestSha256: SHA, publishedAt: AT, resources: 40 },
  rows: [ATTESTATION],
}

const openOverview = (me = STAFF, ...replies: DeclaredReply[]) =>
  openAsUser([directoryPage], {
    address: INTERNAL_PATHS.directory,
    me,
    replies: [
      reply(calls.describeReadiness, READINESS),
      reply(calls.listFindings, { rows: [FINDING], total: 1, pageSize: 25 }),
      reply(calls.listSamples, [SAMPLE_ROW]),
      reply(calls.listAttestations, ATTESTATIONS),
      ...replies,
    ],
  })
const openSample = (found: Sample | (() => Sample), me = STAFF, ...replies: DeclaredReply[]) =>
  openAsUser([directoryPage], {
    address: sampleAddress('7'),
    me,
    replies: [reply(calls.openSample, typeof found === 'function' ? found : () => found), ...replies],
  })
const file = (call: DeclaredReply['call']): DeclaredReply => ({
  call,
  answer: () => new Response('a', { headers: { 'content-type': 'text/csv' } }),
})
const dialog = () => page.getByRole('dialog')
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

test('the overview lists findings of a kind with a count, and downloads them', async () => {
  const rendered = openOverview(STAFF, file(calls.exportFindings))
  await expect.element(page.getByText('8 of 10 published entries were verified in the last 90 days.')).toBeVisible()
  await userEvent.selectOptions(field('Findings'), 'NO_STREET')
  await expect.element(page.getByRole('option', { name: 'No street address (4)' })).toBeInTheDocument()
  await expect.element(page.getByText('Published locations without a street address.')).toBeVisible()
  await expect.poll(() => lastInput(rendered, calls.listFindings)).toMatchObject({ kind: 'NO_STREET' })
  await userEvent.click(
    page.getByRole('region', { name: 'Ready to attest?' }).getByRole('button', { name: 'Download CSV' }),
  )
  await expect.element(page.getByText('directory-no-street.csv was saved.')).toBeVisible()
  expect(lastInput(rendered, calls.exportFindings)).toMatchObject({ kind: 'NO_STREET' })
  await expectFits(rendered.container)
})

test('the picture of accuracy has sample scores and attestations as text', async () => {
  openOverview()
  const accuracy = page.getByRole('region', { name: 'Accuracy over time' })
  await expect.element(accuracy).toMatchTextContent('80.0% on Mar 2, 2026')
  await userEvent.click(accuracy.getByText('Show as a table'))
  const day = (name: string) => accuracy.getByRole('row', { name })
  await expect.element(day('Mar 1, 2026')).toMatchTextContent('70Sample: 90.0% correct')
  await expect.element(day('Mar 2, 2026')).toMatchTextContent('80Attested')
  expect(accuracy.element().querySelectorAll('circle')).toHaveLength(2)
})

test('asking for a check shows that it was asked for', async () => {
  let isAsked = false
  const check = READINESS.check && { ...READINESS.check }
  const rendered = openOverview(
    STAFF,
    reply(calls.describeReadiness, () => ({ ...READINESS, check: check && { ...check, isAsked } })),
    reply(calls.recheckDirectory, () => {
      isAsked = true
      return true as const
    }),
  )
  await userEvent.click(button('Check again'))
  await expect.element(page.getByText('A new check runs within a minute.')).toBeVisible()
  await expectNone(button('Check again'))
  expect(rendered.sent.filter(({ path }) => path === calls.recheckDirectory.path)).toHaveLength(1)
})

test('a new check is shown by itself when it is done, and announced', async () => {
  let reads = 0
  const check = READINESS.check && { ...READINESS.check }
  const found = FINDING_KINDS.map((kind) => ({ kind, count: 70 }))
  const rendered = openOverview(
    STAFF,
    reply(calls.describeReadiness, () => {
      reads += 1
      const newer = reads > 2 ? { isAsked: false, verifiedRows: 9, findings: found } : { isAsked: true }
      return { ...READINESS, check: check && { ...check, ...newer } }
    }),
  )
  await expect.element(page.getByText('A new check runs within a minute.')).toBeVisible()
  const status = page.getByText('The new check is done. This page shows what it found.')
  const lookAgain = () => {
    passTime(3_000)
    return status.query() !== null
  }
  await expect.poll(lookAgain).toBe(true)
  await expect.element(status).toHaveAttribute('role', 'status')
  await expect.element(page.getByText('9 of 10 published entries were verified')).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'No street address (70)' })).toBeInTheDocument()
  await expect.poll(() => rendered.sent.filter(({ path }) => path === calls.listFindings.path).length).toBe(2)
  await expect.element(button('Check again')).toBeVisible()
})

test('an auditor reads and downloads, and can change nothing', async () => {
  openOverview({ ...STAFF, staffRole: 'AUDITOR' })
  await expect.element(page.getByRole('link', { name: 'Sample 7 of Mar 1, 2026, 3 calls' })).toBeVisible()
  await expect.element(page.getByText('Recorded by Stafford Kingsley', { exact: false })).toBeVisible()
  for (const name of ['Check again', 'Draw a sample', 'Record an attestation']) await expectNone(button(name))
  await expectNone(page.getByRole('button', { name: /^Withdraw/ }))
})

test('a drawn sample opens, and a wrong size is refused before it is sent', async () => {
  const rendered = openOverview(STAFF, reply(calls.drawSample, { id: '7' }), reply(calls.openSample, SAMPLE))
  await userEvent.click(button('Draw a sample'))
  await userEvent.fill(field('Number of calls'), '501')
  await userEvent.click(inDialog('Draw the sample'))
  await expectSummary(ATTESTATION_TEXTS.badSize)
  await userEvent.fill(field('Number of calls'), '3')
  await userEvent.fill(field('Seed (optional)'), 'spring')
  await userEvent.click(inDialog('Draw the sample'))
  await expect.element(heading()).toMatchTextContent('Sample 7 of Mar 1, 2026')
  expect(lastInput(rendered, calls.drawSample)).toEqual({ size: 3, seed: 'spring' })
})

test('a result is saved with its version, and the next open call follows', async () => {
  let found = SAMPLE
  const rendered = openSample(
    () => found,
    { ...STAFF, staffRole: 'REVIEWER' },
    reply(calls.saveSampleResult, () => {
      found = { ...SAMPLE, entered: 2, rows: SAMPLE.rows.map((row) => (row.position === 2 ? done(row) : row)) }
      return { version: 1 }
    }),
  )
  await expect.element(page.getByText('Open: 1 of 3 calls entered')).toBeVisible()
  await expectFits(rendered.container)
  await expectPrintsNoControls(rendered.container)
  await userEvent.click(button('Enter result of call 2'))
  await userEvent.click(dialog().getByLabelText('Reached the office', { exact: true }))
  await userEvent.click(dialog().getByLabelText('Phone: (978) 555-0101'))
  await userEvent.fill(dialog().getByLabelText('Note (optional)'), 'New number')
  await expectFits(document.body)
  await userEvent.click(inDialog('Save and next call'))
  await expect.element(dialog()).toMatchTextContent('Call 3: Amara Whitfield')
  expect(lastInput(rendered, calls.saveSampleResult)).toEqual({
    ...{ id: '7', position: 2, version: 0, outcome: 'REACHED', wrongFields: ['phone'], note: 'New number' },
  })
  await expect.element(page.getByText('Open: 2 of 3 calls entered')).toBeInTheDocument()
  await expectNone(inDialog('Save and next call'))
  await expectNone(button('Finish the sample'))
})

const LARGE: Sample = {
  ...SAMPLE,
  size: 60,
  rows: Array.from({ length: 60 }, (_, index) => ({
    ...(index < 40 ? done(ROW) : ROW),
    position: index + 1,
    ...(index === 3 ? { wrongFields: ['phone' as const] } : {}),
  })),
}

test('a large sample has pages and a filter, and paper has all of its calls', async () => {
  const { container } = openSample(LARGE)
  const rows = () => page.getByRole('table', { name: 'Calls of the sample' }).getByRole('row').elements().length - 1
  await expect.poll(rows).toBe(25)
  await userEvent.click(button('Next'))
  await expect.element(page.getByText('26–50 of 60')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change result of call 26' })).toBeVisible()
  await userEvent.selectOptions(field('Show'), 'Not called yet')
  await expect.poll(rows).toBe(20)
  await userEvent.selectOptions(field('Show'), 'Not correct or not reached')
  await expect.poll(rows).toBe(1)
  await expectPrintsNoControls(container)
  const paper = container.querySelectorAll('.print-only tbody > tr')
  expect(paper).toHaveLength(60)
})

test('the next open call opens by keyboard from any page', async () => {
  openSample(LARGE)
  await expect.element(button('Enter result of the next open call')).toBeVisible()
  await tabTo(button('Enter result of the next open call'))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toMatchTextContent('Call 41: Amara Whitfield')
})

test('if someone else saved the call, both results are shown, and the next save is based on theirs', async () => {
  let found = SAMPLE
  const rendered = openSample(() => found, STAFF, {
    call: calls.saveSampleResult,
    answer: () => {
      found = { ...SAMPLE, rows: SAMPLE.rows.map((row) => (row.position === 2 ? done(row) : row)) }
      return refuse(calls.saveSampleResult, { message: ATTESTATION_TEXTS.rowChanged }, 407).answer({})
    },
  })
  await userEvent.click(button('Enter result of call 2'))
  await userEvent.click(dialog().getByLabelText('Could not reach the office', { exact: true }))
  await userEvent.click(inDialog('Save'))
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(ATTESTATION_TEXTS.rowChanged)
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('You entered: Could not reach the office')
  await expect.element(dialog().getByLabelText('Reached the office', { exact: true })).toBeChecked()
  await userEvent.click(inDialog('Save'))
  await expect.poll(() => lastInput(rendered, calls.saveSampleResult)).toMatchObject({ version: 1, outcome: 'REACHED' })
})

test('a sample with all results is finished, and then shows its score and no way to change it', async () => {
  let found: Sample = { ...SAMPLE, entered: 3, reached: 3, correct: 3, rows: SAMPLE.rows.map(done) }
  const rendered = openSample(
    () => found,
    STAFF,
    reply(calls.finishSample, () => {
      found = { ...found, finishedAt: AT }
      return true as const
    }),
  )
  await userEvent.click(button('Finish the sample'))
  await userEvent.click(inDialog('Finish'))
  await expect.element(page.getByText(/^100\.0% correct \(95% interval 43\.\d% to 100\.0%\)$/)).toBeVisible()
  expect(lastInput(rendered, calls.finishSample)).toEqual({ id: '7' })
  await expectNone(button('Finish the sample'))
  await expectNone(page.getByRole('button', { name: /result of call/ }))
})

test.each([
  [true, true, 'The seed draws the same calls'],
  [true, false, 'The seed draws other calls'],
  [false, true, 'don’t have the recorded SHA-256'],
])('a check of the draw (entries %s, calls %s) says: %s', async (frameMatches, rowsMatch, text) => {
  openSample(SAMPLE, STAFF, reply(calls.redrawSample, { frameMatches, rowsMatch }))
  await userEvent.click(button('Check the draw'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(text)
})

test('the worksheet and the entries it was drawn from are downloaded', async () => {
  openSample(SAMPLE, STAFF, file(calls.exportSample), file(calls.exportSampleFrame))
  await userEvent.click(button('Download CSV'))
  await expect.element(page.getByText('sample-7.csv was saved.')).toBeVisible()
  await userEvent.click(button('Download all entries it was drawn from'))
  await expect.element(page.getByText('sample-7-entries.txt was saved.')).toBeVisible()
})

test('an attestation names what is missing, then sends the manifest that the administrator saw', async () => {
  const rendered = openOverview(STAFF, reply(calls.recordAttestation, true))
  await userEvent.click(button('Record an attestation'))
  await expectFits(document.body)
  await userEvent.click(inDialog('Record the attestation'))
  await expectSummary(ATTESTATION_TEXTS.enterName, ATTESTATION_TEXTS.badDay, ATTESTATION_TEXTS.agree)
  const today = planDayOf(new Date(now()))
  await userEvent.fill(field('Officer’s name'), 'Olivia Ormsby')
  await userEvent.fill(field('Signed on'), today)
  await userEvent.click(dialog().getByLabelText(ATTESTATION_STATEMENT))
  await userEvent.click(inDialog('Record the attestation'))
  await expect.element(page.getByText('The attestation is recorded.')).toBeVisible()
  expect(lastInput(rendered, calls.recordAttestation)).toEqual({
    ...{ officerName: 'Olivia Ormsby', officerTitle: '', attestedOn: today, agrees: true, seenSha256: SHA },
  })
})

test('a refused attestation keeps what was typed and says why', async () => {
  openOverview(STAFF, refuse(calls.recordAttestation, { message: ATTESTATION_TEXTS.publishedAgain }, 407))
  await userEvent.click(button('Record an attestation'))
  await userEvent.fill(field('Officer’s name'), 'Olivia Ormsby')
  await userEvent.fill(field('Signed on'), planDayOf(new Date(now())))
  await userEvent.click(dialog().getByLabelText(ATTESTATION_STATEMENT))
  await userEvent.click(inDialog('Record the attestation'))
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(ATTESTATION_TEXTS.publishedAgain)
  await expect.element(field('Officer’s name')).toHaveValue('Olivia Ormsby')
})

test('a withdrawal needs a reason', async () => {
  const rendered = openOverview(STAFF, reply(calls.withdrawAttestation, true))
  await userEvent.click(button('Withdraw the attestation of Olivia Ormsby'))
  await userEvent.click(inDialog('Withdraw'))
  await expect.element(dialog()).toMatchTextContent(ATTESTATION_TEXTS.enterReason)
  await userEvent.fill(dialog().getByLabelText('Reason'), 'Signed by mistake')
  await userEvent.click(inDialog('Withdraw'))
  await expect.element(page.getByText('The attestation is withdrawn.')).toBeVisible()
  expect(lastInput(rendered, calls.withdrawAttestation)).toEqual({ id: '4', reason: 'Signed by mistake' })
})

test('without a publication nothing can be attested', async () => {
  openOverview(STAFF, reply(calls.listAttestations, { current: null, rows: [] }))
  await expect.element(page.getByText(ATTESTATION_TEXTS.notPublished)).toBeVisible()
  await expectNone(button('Record an attestation'))
})
