import { listAccounts, listRequests, listStaff } from '../access/calls.ts'
import type { Call } from '../call.ts'
import { listContent } from '../content/calls.ts'
import { listContracts } from '../contracts/calls.ts'
import { listAudit, listMail, listProviders } from './calls.ts'

/**
 * The console's pages, each with the call it cannot do without: who may use that may open the page. The server says in
 * `me` which those are.
 */
export const CONSOLE_PAGES = {
  contracts: listContracts,
  requests: listRequests,
  people: listAccounts,
  providers: listProviders,
  content: listContent,
  audit: listAudit,
  mail: listMail,
  staff: listStaff,
} satisfies Record<string, Call>

export type ConsolePageName = keyof typeof CONSOLE_PAGES
