import type { MailKind } from '#platform/bell/mail-kinds.ts'
import type { Db, InTransaction } from '#platform/context.ts'
import type { MailContent } from '#platform/mail/mail-body.ts'
import type { HoldEvent } from '../../store/decisions/registration-holds.ts'
import type { RequestFacts } from '../../store/decisions/requests.ts'
import {
  type Administrator,
  coveringAny,
  findAdministrators,
  findProviderEmail,
} from '../../store/people/administrators.ts'
import { findScope } from '../../store/people/scopes.ts'
import { fullName, scopeWords } from '../mail/mails.ts'
import { queueNotice } from '../mail/notices.ts'
import * as requestMails from '../mail/request-mails.ts'
import { notMeAction, objectAction } from './registration-hold.ts'

/**
 * Notices about SAA requests and new SAAs. They go to the provider's address on file, whatever addresses were typed
 * (behaviour 8.17), and to the current SAAs (behaviour 7.19). Requests and new SAAs have separate limits, so that many
 * requests cannot hide a new SAA.
 */

export async function queueSaaRequestNotices(context: InTransaction, request: RequestFacts): Promise<void> {
  const { npi, brand, requestId } = request
  if (!npi || request.role !== 'SAA') return
  const email = await findProviderEmail(context.db, npi)
  const saas = await findSaasOver(context.db, request)
  const event = 'REQUESTED'
  await queueProviderNotice(context, { npi, brand, event, requestId, email, name: nameIn(request, npi) }, [
    { kind: 'request.provider-notice', write: (name) => requestMails.providerNoticeMail(request, name) },
    { kind: 'request.more-for-provider', write: (name) => requestMails.moreForProviderMail(npi, name) },
  ])
  await queueSaaNotices(context, { npi, event, requestId, saas }, [
    { kind: 'request.saa-notice', write: (name) => requestMails.currentSaaMail(request, name) },
    { kind: 'request.more-saa', write: (name) => requestMails.moreForSaaMail(npi, name) },
  ])
}

/** Runs in the transaction that activates the SAA. Replaced SAAs already got a mail. */
export async function queueNewSaaNotices(
  context: InTransaction,
  request: RequestFacts,
  replaced: string[],
): Promise<void> {
  const { npi, brand, requestId, path } = request
  if (!npi) return
  // These two paths send no mail when the request is made.
  const isNews = path === 'SELF' || path === 'INVITATION'
  const saa = { npi, brand, requestId, who: fullName(request.requester), scope: scopeWords(request) }
  const email = await findProviderEmail(context.db, npi)
  const event = 'NEW_SAA'
  await queueProviderNotice(context, { ...saa, event, email, name: nameIn(request, npi) }, kindsOfNewSaa(saa))
  const found = isNews ? await findSaasOver(context.db, request) : []
  const saas = found.filter(({ accountId }) => !replaced.includes(accountId))
  await queueSaaNotices(context, { npi, event, requestId, saas }, [
    { kind: 'saa.covering-notice', write: (name) => requestMails.coveringSaaMail(request, name) },
    { kind: 'saa.more-covering', write: (name) => requestMails.moreNewSaasMail(npi, name, requestMails.OBJECT) },
  ])
}

type Event = HoldEvent['event']
type AboutNpi = { npi: string; brand: string; requestId?: string | undefined }
type NewSaa = AboutNpi & { who: string; scope: string }

export async function queueNewSaaProviderNotice(context: InTransaction, saa: NewSaa): Promise<void> {
  const email = await findProviderEmail(context.db, saa.npi)
  await queueProviderNotice(context, { ...saa, event: 'NEW_SAA', email }, kindsOfNewSaa(saa))
}

const kindsOfNewSaa = (saa: NewSaa): Kinds => [
  { kind: 'saa.provider-notice', write: (name) => requestMails.newSaaMail(saa, name) },
  {
    kind: 'saa.more-for-provider',
    write: (name) => requestMails.moreNewSaasMail(saa.npi, name, requestMails.PUT_ON_HOLD),
  },
]

type Kind = { kind: MailKind; write: (name: string) => MailContent }
/** The single notice, and its replacement above the daily limit. */
type Kinds = [each: Kind, more: Kind]

type AboutProvider = AboutNpi & { event: Event; email: string | undefined; name?: string | undefined }

/** The provider's name, if the request includes the NPI itself. */
const nameIn = ({ grants }: RequestFacts, npi: string): string | undefined =>
  grants.find(({ entity }) => entity === `NPI:${npi}`)?.name

async function queueProviderNotice(context: InTransaction, about: AboutProvider, [each, more]: Kinds): Promise<void> {
  const { npi, brand, event, requestId, email } = about
  if (!email) return
  const name = about.name ?? (await findScope(context.db, `NPI:${npi}`))?.name ?? `NPI ${npi}`
  const withLink = ({ kind, write }: Kind) => ({
    kind,
    content: async () => ({
      ...write(name),
      action: await notMeAction(context, { npi, brand, event, at: context.now }),
    }),
  })
  await queueNotice(context, { ...withLink(each), more: withLink(more), to: { email, name, brand }, requestId })
}

/** Other SAAs of the requested scopes, or of the groups and organizations that cover them. */
async function findSaasOver(db: Db, request: RequestFacts): Promise<Administrator[]> {
  const found = await findAdministrators(db, coveringAny(request.grants), ['SAA'])
  return found.filter(({ accountId }) => accountId !== request.accountId)
}

type AboutSaas = { npi: string; event: Event; requestId: string; saas: Administrator[] }

async function queueSaaNotices(context: InTransaction, about: AboutSaas, [each, more]: Kinds): Promise<void> {
  const { npi, event, requestId, saas } = about
  for (const person of saas) {
    const { accountId, brand } = person
    const name = fullName(person)
    const objection = { accountId, requestId }
    const withLink = ({ kind, write }: Kind) => ({
      kind,
      content: async () => ({
        ...write(name),
        action: await objectAction(context, { npi, brand, event, at: context.now, objection }),
      }),
    })
    await queueNotice(context, { ...withLink(each), more: withLink(more), to: { ...person, name }, requestId })
  }
}
