import type { Brand } from '@portico/core/brand'
import { STATUS } from '@portico/core/constants'
import { cardFileName } from '@portico/core/members/id-card'
import { NO_CARD } from '@portico/core/members/sentences'
import type { IdCardPdf } from '@portico/core/members/shapes'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Viewer } from '../store/family.ts'
import { findPerson } from './family.ts'
import { drawIdCard } from './id-card-pdf.ts'

type CardAsked = { viewer: Viewer; person: string; brand: Brand; address: string }

/** The card of somebody the viewer may see, as a PDF to print or keep. */
export async function makeIdCard(deps: Deps, asked: CardAsked): Promise<Outcome<IdCardPdf>> {
  const person = await findPerson(deps, asked.viewer, asked.person)
  if ('refusal' in person) return person
  if (person.entity.coverage === 'ENDED') return refuse(STATUS.notFound, NO_CARD)
  const pdf = await drawIdCard(asked.brand, person.entity)
  const { accountId } = asked.viewer
  await legacyRecordAudit(deps.db, {
    at: deps.clock.now(),
    actorKind: 'member',
    actorAccountId: accountId,
    subjectAccountId: accountId,
    action: 'member.id-card-saved',
    address: asked.address,
    details: { own: person.entity.isMe },
  })
  return { entity: { fileName: cardFileName(person.entity.memberId), pdf: pdf.toString('base64') } }
}
