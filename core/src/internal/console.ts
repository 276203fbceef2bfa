import { listAccounts, listRequests, listStaff } from '../access/calls.ts'
import { listTakeovers } from '../access/successor-calls.ts'
import type { Call } from '../call.ts'
import { listContent } from '../content/calls.ts'
import { listContracts } from '../contracts/calls.ts'
import { describeReadiness } from '../provider-directory/attestation/calls.ts'
import { listChanges } from '../provider-directory/calls.ts'
import { listApplications } from '../sign-on-hub/calls.ts'
import { findPeopleToView, listUnmaskRequests } from '../staff-views/calls.ts'
import { listAudit, listImports, listMail, listProviders } from './calls.ts'

/**
 * The console's pages, each with its main call. A user who may use the call may open the page; `me` lists these pages.
 */
export const CONSOLE_PAGES = {
  contracts: listContracts,
  requests: listRequests,
  successors: listTakeovers,
  people: listAccounts,
  providers: listProviders,
  directory: describeReadiness,
  changes: listChanges,
  content: listContent,
  audit: listAudit,
  mail: listMail,
  imports: listImports,
  views: findPeopleToView,
  unmasking: listUnmaskRequests,
  applications: listApplications,
  staff: listStaff,
} satisfies Record<string, Call>

export type ConsolePageName = keyof typeof CONSOLE_PAGES
