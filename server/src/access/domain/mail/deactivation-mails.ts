import { ACCESS_PAGES } from '@portico/core/access/pages'
import { INTERNAL_PATHS } from '@portico/core/constants'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { InTransaction } from '#platform/context.ts'
import { type MailContent, plainText } from '#platform/mail/mail-body.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { coveringAny, findAdministrators } from '../../store/people/administrators.ts'
import { findEndedSaas } from '../../store/people/deactivations.ts'
import type { Grant } from '../../store/people/grants.ts'
import { findScopes } from '../../store/people/scopes.ts'
import { findStaffAdministrators } from '../../store/people/staff-accounts.ts'
import { loginAction, queueMailTo, type Recipient, recipientOf } from './mails.ts'

/** One mail per person about all NPIs of an import, however many. */

/** Providers that a mail names. */
const NAMED = 20

/** The entities of NPIs, each as a line of a mail, and those above them. */
type Providers = { lines: Map<string, string>; coveredBy: Map<string, string[]> }

/** NPIs by account. */
type Concerned = Map<string, Set<string>>

export async function queueDeactivationMails(context: InTransaction, grants: Grant[], npis: string[]): Promise<void> {
  if (npis.length === 0) return
  const providers = await describeProviders(context, npis)
  const owners: Concerned = new Map()
  for (const { account_id, scope_id } of grants) add(owners, account_id, scope_id)
  await queueEach(context, owners, (to, own) => ({
    kind: 'npi.access-ended',
    content: {
      subject: 'Your access was suspended',
      greeting: to.name,
      paragraphs: [
        `We suspended your access to ${count(own)}, because the national provider file lists the NPI as deactivated; you don’t need to do anything.`,
        'If the NPI becomes active again, access stays suspended until Provider Services or an administrator of your office restores it.',
      ],
      list: listOf(providers, own),
    },
  }))
  await queueEach(context, await findSaasOver(context, providers, owners), (to, covered) => ({
    kind: 'npi.deactivated',
    content: {
      subject: 'Deactivated NPIs in your office',
      greeting: to.name,
      paragraphs: [
        `The national provider file lists ${count(covered)} of your office as deactivated, so the portal no longer shows their data; you don’t need to do anything if you expected this.`,
        'If you didn’t expect it, please ask the provider to contact the National Plan and Provider Enumeration System (NPPES).',
      ],
      list: listOf(providers, covered),
      action: loginAction(context, to),
    },
  }))
  const suspended = grants.length === 1 ? '1 grant was suspended' : `${grants.length} grants were suspended`
  await queueToStaff(context, {
    kind: 'npi.deactivated-staff',
    subject: 'Deactivated NPIs in the national provider file',
    sentence: `The national provider file lists ${count(npis)} of the network as deactivated, and ${suspended}; you don’t need to do anything.`,
    list: listOf(providers, npis),
  })
}

export async function queueActiveAgainMails(context: InTransaction, npis: string[]): Promise<void> {
  if (npis.length === 0) return
  const providers = await describeProviders(context, npis)
  const saas = await findSaasOver(context, providers, new Map())
  for (const { accountId, npi } of await findEndedSaas(context.db, npis)) add(saas, accountId, npi)
  await queueEach(context, saas, (to, own) => ({
    kind: 'npi.active-again',
    content: {
      subject: 'NPIs are active again',
      greeting: to.name,
      paragraphs: [
        `The national provider file lists ${count(own)} as active again; please decide whether suspended access should be restored.`,
        'Access stays suspended until then. An administrator of your office can restore the access of others in user administration, and we can restore the rest: please call us.',
      ],
      list: listOf(providers, own),
      action: {
        sentence: 'Open the list of suspended access:',
        url: portalUrl(context.settings, to.brand, ACCESS_PAGES.activeAgain),
      },
    },
  }))
  await queueToStaff(context, {
    kind: 'npi.active-again-staff',
    subject: 'NPIs are active again in the national provider file',
    sentence: `The national provider file lists ${count(npis)} as active again; please decide whether to restore the suspended access.`,
    list: listOf(providers, npis),
    open: { sentence: 'Open the list of suspended access:', path: `${INTERNAL_PATHS.people}?list=active-again` },
  })
}

async function describeProviders({ db }: InTransaction, npis: string[]): Promise<Providers> {
  const scopes = await findScopes(
    db,
    npis.map((npi) => `NPI:${npi}`),
  )
  const lines = new Map(npis.map((npi) => [npi, `NPI ${npi}`]))
  const coveredBy = new Map<string, string[]>()
  for (const { id, name, coveredBy: entities } of scopes.values()) {
    if (name && name !== id) lines.set(id, `${plainText(name)}, NPI ${id}`)
    coveredBy.set(id, entities)
  }
  return { lines, coveredBy }
}

/** Active SAAs of the NPIs and of the groups and organizations above, without those who already got a mail about it. */
async function findSaasOver(context: InTransaction, { coveredBy }: Providers, informed: Concerned): Promise<Concerned> {
  const scopes = [...coveredBy].map(([npi, entities]) => ({ npi, coveredBy: entities }))
  const saas: Concerned = new Map()
  for (const { accountId, entities } of await findAdministrators(context.db, coveringAny(scopes), ['SAA'])) {
    const own = new Set(entities)
    for (const scope of scopes)
      if (!informed.get(accountId)?.has(scope.npi) && scope.coveredBy.some((entity) => own.has(entity)))
        add(saas, accountId, scope.npi)
  }
  return saas
}

function add(concerned: Concerned, accountId: string, npi: string): void {
  concerned.set(accountId, (concerned.get(accountId) ?? new Set()).add(npi))
}

const count = (npis: Iterable<string>): string => {
  const { length } = [...npis]
  return length === 1 ? 'one provider' : `${length} providers`
}

function listOf({ lines }: Providers, npis: Iterable<string>): string[] {
  const all = [...npis].sort()
  const named = all.slice(0, NAMED).map((npi) => lines.get(npi) ?? npi)
  return all.length > NAMED ? [...named, `and ${all.length - NAMED} more`] : named
}

type Written = { kind: MailKind; content: MailContent }

async function queueEach(
  context: InTransaction,
  concerned: Concerned,
  write: (to: Recipient, npis: Set<string>) => Written,
): Promise<void> {
  for (const [accountId, npis] of concerned) {
    const account = await findAccount(context.db, accountId)
    if (!account) continue
    const to = recipientOf(account)
    await queueMailTo(context, { to, ...write(to, npis) })
  }
}

type StaffMail = {
  kind: MailKind
  subject: string
  sentence: string
  list: string[]
  open?: { sentence: string; path: string }
}

const OPEN_PEOPLE = { sentence: 'Open the list of people:', path: INTERNAL_PATHS.people }

async function queueToStaff(
  context: InTransaction,
  { kind, subject, sentence, list, open = OPEN_PEOPLE }: StaffMail,
): Promise<void> {
  for (const id of await findStaffAdministrators(context.db)) {
    const account = await findAccount(context.db, id)
    if (!account) continue
    const to = recipientOf(account)
    const url = portalUrl(context.settings, to.brand, open.path)
    const content = {
      subject,
      greeting: to.name,
      paragraphs: [sentence],
      list,
      action: { sentence: open.sentence, url },
    }
    await queueMailTo(context, { kind, to, content })
  }
}
