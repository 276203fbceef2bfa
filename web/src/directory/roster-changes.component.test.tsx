import { listRosterChanges } from '@portico/core/directory/calls'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pageOf } from '../../test/area.tsx'
import { render, reply } from '../../test/render.tsx'
import { rosterChangesAddress } from '../shell/console/console-addresses.ts'
import { Router } from '../shell/router/router.tsx'
import { RosterChangeQueue } from './roster-changes.tsx'

test('the link to the reported changes focuses their heading', async () => {
  render(
    <Router>
      <RosterChangeQueue />
    </Router>,
    {
      address: rosterChangesAddress,
      replies: [
        reply(listRosterChanges, {
          ...pageOf(1, () => ({
            id: '1',
            npi: '1100000011',
            providerName: 'Amara Whitfield',
            kind: 'PHONE' as const,
            details: 'A new number.',
            reportedAt: '2026-03-02T15:00:00.000Z',
            reportedBy: 'Sandra Ashgrove',
            answer: '',
            answeredAt: '',
          })),
        }),
      ],
    },
  )
  await expect.element(page.getByRole('heading', { name: 'Changes reported by offices' })).toHaveFocus()
})
