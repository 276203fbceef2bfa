import { recordAudit } from '../audit/audit.ts'
import { recordEntry } from '../bell/record-event.ts'
import { recordStaffEntries } from '../bell/record-staff-event.ts'
import { findBrand } from '../brands/brands.ts'
import type { InTransaction } from '../context.ts'
import { insertMail } from '../mail/mail.ts'
import { renderMail } from '../mail/mail-body.ts'
import type { Act, Event, Message, Reader } from './event.ts'

/**
 * Writes what an event leaves behind, in its transaction: the audit row, and for each reader the entry of the bell and
 * the mail. A reader may prefer the entry to the mail (behaviour 23.2).
 */
export async function announce<Facts, To extends Reader>(
  inside: InTransaction,
  event: Event<Facts, To>,
  facts: Facts,
): Promise<void> {
  const act = event.about ? event.about(facts, inside) : {}
  if (event.audit !== undefined && act) await recordAudit(inside, { ...act, action: event.name })
  const requestId = act?.requestId
  for (const reader of (await event.to?.(facts, inside)) ?? [])
    if (await isMailWanted(inside, event, { ...reader, requestId }))
      await queueMail(inside, { event: event.name, reader, requestId }, await event.mail?.(facts, inside, reader))
  if (event.bell && event.toStaff)
    await recordStaffEntries(inside, { event: event.name, line: event.bell, ...event.toStaff(facts) })
}

type Told = Pick<Act, 'requestId'> & Pick<Reader, 'accountId' | 'entities'>

/** Adds the entry of the bell. False if the reader chose to read of it there or in the digest. */
async function isMailWanted(
  inside: InTransaction,
  { name, bell }: Pick<Event<never>, 'name' | 'bell'>,
  { accountId, requestId, entities }: Told,
): Promise<boolean> {
  if (!bell || !accountId) return true
  const entry = { event: name, line: bell, accountId, requestId, cameWith: entities }
  return (await recordEntry(inside, entry)) === 'AT_ONCE'
}

type Addressed = Pick<Act, 'requestId'> & { event: string; reader: Reader }

async function queueMail(
  inside: InTransaction,
  { event, reader, requestId }: Addressed,
  message: Message | undefined,
): Promise<void> {
  if (!message) return
  const { accountId, brand, byStranger, dueAt, email, kind, name } = reader
  await insertMail(inside, {
    kind: event,
    brand: findBrand(brand).id,
    to: email,
    subject: message.subject,
    body: renderMail(brand, { reader: kind, greeting: name, ...message }),
    accountId,
    requestId,
    byStranger,
    dueAt,
  })
}
