import { STATUS } from '@portico/core/constants'
import { cardFileName } from '@portico/core/members/id-card'
import { NO_CARD } from '@portico/core/members/sentences'
import type { IdCardPdf } from '@portico/core/members/shapes'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { idCardSaved } from './events.ts'
import { findPerson } from './family.ts'

/** Creates the PDF card of a person the viewer may see. */
export async function makeIdCard(context: SignedIn, asked: { person: string }): Promise<Outcome<IdCardPdf>> {
  const person = await findPerson(context, asked.person)
  if ('refusal' in person) return person
  if (person.entity.coverage === 'ENDED') return refuse(STATUS.notFound, NO_CARD)
  const { drawIdCard } = await import('./id-card-pdf.ts')
  const pdf = await drawIdCard(context.brand, person.entity)
  const subjectAccountId = context.session.accountId
  const details = { own: person.entity.isMe }
  await transact(context, (inside) => announce(inside, idCardSaved, { subjectAccountId, details }))
  return { entity: { fileName: cardFileName(person.entity.memberId), pdf: pdf.toString('base64') } }
}
