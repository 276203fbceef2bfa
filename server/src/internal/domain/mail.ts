import type { MailBody, MailBodyQuery, MailList, MailQuery } from '@portico/core/internal/shapes'
import type { Context } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findMail, findMailBody } from '../store/mail.ts'

export const NO_BODIES = 'The text of a message cannot be read here.'

export const listMail = async (context: Context, query: MailQuery): Promise<MailList> => ({
  ...(await findMail(context.db, query)),
  bodies: context.settings.demo,
})

/** Shows mail bodies in the demo only, because they may contain a link that gives access to an account. */
export async function openMail({ db, settings }: Context, { id }: MailBodyQuery): Promise<Outcome<MailBody>> {
  const mail = settings.demo ? await findMailBody(db, id) : undefined
  return mail ? { entity: mail } : refuse(404, NO_BODIES)
}
