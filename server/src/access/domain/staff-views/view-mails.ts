import { VIEW_MINUTES } from '@portico/core/staff-views/limits'
import type { InTransaction } from '#platform/context.ts'
import { plainText } from '#platform/mail/mail-body.ts'
import { findSaasOfPerson } from '../../store/staff-views.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'

type Viewed = { id: string; name: string }

type Texts = { reason: string; note: string; subject(whose: string): string; sentence(whoSees: string): string }

const READ_ONLY = `The agent can only read, for ${VIEW_MINUTES} minutes. Claims and members’ data are hidden unless a second person at the plan agrees.`

/** Tells the person and their SAAs that a support agent sees the portal as the person does. */
export const queueViewMails = (context: InTransaction, person: Viewed, reason: string): Promise<void> =>
  queueMails(context, person, {
    reason,
    note: READ_ONLY,
    subject: (whose) => `A support agent opened a view of ${whose}`,
    sentence: (sees) => `A support agent of Provider Services sees the portal as ${sees}`,
  })

/** Tells them that the view shows claims and members' data from now on. */
export const queueUnmaskedMails = (context: InTransaction, person: Viewed, reason: string): Promise<void> =>
  queueMails(context, person, {
    reason,
    note: 'A second person at the plan agreed. It applies to this one view, which is still read-only and ends by itself.',
    subject: (whose) => `A support agent sees claims and members’ data in a view of ${whose}`,
    sentence: (sees) => `A support agent of Provider Services now sees claims and members’ data as ${sees}`,
  })

async function queueMails(context: InTransaction, { id, name }: Viewed, texts: Texts): Promise<void> {
  const { reason, note, subject, sentence } = texts
  await queueMailToPerson(context, id, 'account.viewed', {
    subject: subject('your account'),
    sentence: `${sentence('you see it')}; if you didn’t ask for help, please call us.`,
    reason,
    more: [note, 'Your profile lists every such view.'],
  })
  for (const saa of await findSaasOfPerson(context.db, id))
    await queueMailToPerson(context, saa, 'account.viewed-saa', {
      subject: subject(`the account of ${plainText(name)}`),
      sentence: `${sentence(`${plainText(name)} sees it`)}; if you didn’t expect this, please call us.`,
      reason,
      more: [note, 'You find it in the person’s history in user administration.'],
    })
}
