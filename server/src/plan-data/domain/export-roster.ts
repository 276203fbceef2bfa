import { formatPhone } from '@portico/core/forms/formats'
import type { RosterFilter } from '@portico/core/plan-data/shapes'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import type { Outcome } from '#platform/outcome.ts'
import { rosterAfter } from '../store/roster.ts'
import { csvFile } from './export-csv.ts'

export const exportRoster = (context: SignedIn, filter: RosterFilter): Promise<Outcome<FileReply>> =>
  csvFile('roster.csv', rosterAfter(context, filter), {
    NPI: (row) => row.npi,
    Provider: (row) => row.name,
    Practice: (row) => row.address,
    Phone: (row) => formatPhone(row.phone),
    Organization: (row) => row.organization,
    Groups: (row) => row.groups.join('; '),
  })
