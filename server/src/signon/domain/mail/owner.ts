import type { BellLine } from '@portico/core/bell/lines'
import { writeMoment } from '@portico/core/forms/moments'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import type { Message, Reader } from '#platform/events/event.ts'
import { createLink } from '#platform/identity/links.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import { findRecoveryAccountById, type RecoveryAccount } from '../../store/accounts.ts'

/** The owner of an account, as the reader of its mail. */
export type Owner = Reader & { accountId: string; kind: AccountKind; userName: string }

export const toOwner = ({ id, email, firstName, brand, kind, username }: RecoveryAccount): Owner => ({
  accountId: id,
  email,
  name: firstName,
  brand,
  kind,
  userName: username,
})

/** The owner at the current address. An account that is not active has no reader. */
export async function findOwner({ accountId }: { accountId: string }, { db }: InTransaction): Promise<Owner[]> {
  const owner = await findRecoveryAccountById(db, accountId)
  return owner ? [toOwner(owner)] : []
}

type Page = 'forgotPassword' | 'login' | 'profile' | 'secureAccount'

/** Builds links from the settings, never from request headers. */
export const pageOf = (
  { settings }: Pick<Context, 'settings'>,
  reader: { brand: string; kind: AccountKind },
  page: Page,
) => portalUrl(settings, reader.brand, AREA_PATHS[areaOfAccount(reader.kind)][page])

/** The page where the owner answers a notice about the account. */
export const noticeAddress = (context: Pick<Context, 'settings'>, owner: Owner, token: string): string =>
  `${pageOf(context, owner, 'secureAccount')}?factorId=${token}`

type Notice = {
  subject: string
  /** Without its period, because what to do follows. */
  sentence: (account: string, at: string) => string
  more?: string
}

/**
 * A mail with a 'This was not me' link (behaviour 11.26), valid for 14 days. Only the button on its page acts. A report
 * restores what the account was just before its notice, so announce a change with the change.
 */
export async function writeNotice(
  inside: InTransaction,
  owner: Owner,
  { subject, sentence, more }: Notice,
): Promise<Message> {
  const lifetimeSeconds = inside.settings.lifetimes.notMeLink
  const link = { purpose: 'NOT_ME', accountId: owner.accountId, lifetimeSeconds, keepOlder: true } as const
  const token = await createLink(inside, link)
  return {
    subject,
    paragraphs: [
      `${sentence(`Your account ${owner.userName}`, writeMoment(inside.now))}; you don’t need to do anything if this was you.`,
      ...(more ? [more] : []),
      'If this wasn’t you, please open the link below.',
    ],
    action: { sentence: 'This was not me:', url: noticeAddress(inside, owner, token) },
  }
}

export const inSentence = (account: string) => `${account.charAt(0).toLowerCase()}${account.slice(1)}`

/** What the bell says of the security of the account. */
export const security = (says: string): BellLine => ({
  kind: 'SECURITY',
  says: () => says,
  page: ({ reader }) => AREA_PATHS[areaOfAccount(reader)].profile,
})
