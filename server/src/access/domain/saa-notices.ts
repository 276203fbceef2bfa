import type { InTransaction } from '../../platform/context.ts'
import type { Letter } from '../../platform/letter.ts'
import { coveringAny, findAdministrators, findProviderEmail } from '../store/administrators.ts'
import type { RequestFacts } from '../store/requests.ts'
import { findScope } from '../store/scopes.ts'
import { fullName, scopeWords } from './mails.ts'
import { sendNotice } from './notices.ts'
import { notMeAction, objectAction } from './provider-hold.ts'
import * as letters from './request-letters.ts'

/**
 * Who hears that somebody asks to be SAA, and that somebody is: the provider at the address the plan holds, whatever
 * addresses were typed (behaviour 8.17), and whoever is SAA today (behaviour 7.19). Requests and new SAAs are counted
 * apart, so that nobody hides a new SAA behind many requests.
 */

export async function tellOfSaaRequest(context: InTransaction, request: RequestFacts): Promise<void> {
  const { npi, brand, requestId } = request
  if (!npi || request.role !== 'SAA') return
  await tellProvider(context, { npi, brand, requestId }, [
    { kind: 'request.provider-notice', write: (name) => letters.providerNoticeLetter(request, name) },
    { kind: 'request.more-for-provider', write: (name) => letters.moreForProviderLetter(npi, name) },
  ])
  await tellSaas(context, request, [
    { kind: 'request.saa-notice', write: (name) => letters.currentSaaLetter(request, name) },
    { kind: 'request.more-saa', write: (name) => letters.moreForSaaLetter(npi, name) },
  ])
}

/** In the transaction that made them SAA. Those who were replaced by it have been told. */
export async function tellOfNewSaa(context: InTransaction, request: RequestFacts, replaced: string[]): Promise<void> {
  const { npi, brand, requestId, path } = request
  if (!npi) return
  const who = fullName(request.requester)
  await tellProviderOfNewSaa(context, { npi, brand, requestId, who, scope: scopeWords(request) })
  // Of these two nobody heard when they were made.
  if (path !== 'SELF' && path !== 'INVITATION') return
  const kinds: Kinds = [
    { kind: 'saa.covering-notice', write: (name) => letters.coveringSaaLetter(request, name) },
    { kind: 'saa.more-covering', write: (name) => letters.moreNewSaasLetter(npi, name, letters.OBJECT) },
  ]
  await tellSaas(context, request, kinds, replaced)
}

type AboutNpi = { npi: string; brand: string; requestId?: string | undefined }
type NewSaa = AboutNpi & { who: string; scope: string }

export function tellProviderOfNewSaa(context: InTransaction, saa: NewSaa): Promise<void> {
  return tellProvider(context, saa, [
    { kind: 'saa.provider-notice', write: (name) => letters.newSaaLetter(saa, name) },
    { kind: 'saa.more-for-provider', write: (name) => letters.moreNewSaasLetter(saa.npi, name, letters.PUT_ON_HOLD) },
  ])
}

type Kind = { kind: string; write: (name: string) => Letter }
/** One by one, and in place of all that a day has no room for. */
type Kinds = [each: Kind, more: Kind]

async function tellProvider(context: InTransaction, about: AboutNpi, [each, more]: Kinds): Promise<void> {
  const { npi, brand, requestId } = about
  const email = await findProviderEmail(context.db, npi)
  if (!email) return
  const name = (await findScope(context.db, `NPI:${npi}`))?.name ?? `NPI ${npi}`
  const withLink = ({ kind, write }: Kind) => ({
    kind,
    letter: async () => ({ ...write(name), action: await notMeAction(context, npi, brand) }),
  })
  await sendNotice(context, { ...withLink(each), more: withLink(more), to: { email, name, brand }, requestId })
}

/** Of what is asked for, and of the groups and organizations that cover it. */
async function tellSaas(
  context: InTransaction,
  request: RequestFacts,
  [each, more]: Kinds,
  except: string[] = [],
): Promise<void> {
  const { npi, requestId } = request
  if (!npi) return
  for (const person of await findAdministrators(context.db, coveringAny(request.grants), ['SAA'])) {
    const { accountId, brand } = person
    if (accountId === request.accountId || except.includes(accountId)) continue
    const name = fullName(person)
    const objection = { accountId, requestId }
    const withLink = ({ kind, write }: Kind) => ({
      kind,
      letter: async () => ({ ...write(name), action: await objectAction(context, { npi, brand, objection }) }),
    })
    await sendNotice(context, { ...withLink(each), more: withLink(more), to: { ...person, name }, requestId })
  }
}
