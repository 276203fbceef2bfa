import { INTERNAL_PATHS } from '@portico/core/constants'
import { listImports } from '@portico/core/internal/calls'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '#kit/clock.ts'
import { openAsUser, STAFF } from '../../test/area.tsx'
import { expectAccessible, expectFits, reply } from '../../test/render.tsx'
import { importsPage } from './console-pages.tsx'

const rows = [
  {
    kind: 'claims' as const,
    importedAt: '2026-03-02T15:00:00.000Z',
    file: 'claims-of-the-second-week-of-march-2026-with-adjustments.csv.gz',
    rows: 1_204_877,
    rejected: 12,
    maxAgeDays: 8,
    isOverdue: true,
  },
  {
    kind: 'network' as const,
    importedAt: new Date(now()).toISOString(),
    file: '',
    rows: 20,
    rejected: 0,
    maxAgeDays: 1,
    isOverdue: false,
  },
  { kind: 'plans' as const, importedAt: '', file: '', rows: 0, rejected: 0, maxAgeDays: 0, isOverdue: false },
]
const open = () =>
  openAsUser([importsPage], { address: INTERNAL_PATHS.imports, me: STAFF, replies: [reply(listImports, rows)] })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

test('each kind shows its last file, rows, rejected rows and status', async () => {
  const { container } = open()
  for (const shown of ['Too old', 'Limit: 8 days', 'claims-of-the-second-week', '1,204,877', '12'])
    await expect.element(row('Claims')).toMatchTextContent(shown)
  for (const shown of ['Current', 'Under an hour', 'Limit: 1 day', 'Name not recorded'])
    await expect.element(row('Network')).toMatchTextContent(shown)
  for (const shown of ['Never imported', 'No limit']) await expect.element(row('Plans')).toMatchTextContent(shown)
  await expectAccessible(container)
})

test('on a phone the imports fit', async () => {
  await page.viewport(390, 844)
  const { container } = open()
  await expect.element(page.getByText('Too old')).toBeVisible()
  await expectFits(container)
})
