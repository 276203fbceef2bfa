import { STATUS } from '@portico/core/constants'
import { cardFileName } from '@portico/core/members/id-card'
import { NO_CARD } from '@portico/core/members/sentences'
import type { IdCardPdf } from '@portico/core/members/shapes'
import { recordAudit } from '#platform/audit/audit.ts'
import type { SignedIn } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
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
  await recordAudit(context, { action: 'member.id-card-saved', subjectAccountId, details })
  return { entity: { fileName: cardFileName(person.entity.memberId), pdf: pdf.toString('base64') } }
}
