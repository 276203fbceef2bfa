import { VIEW_MINUTES } from '@portico/core/staff-views/limits'
import type { InTransaction } from '../../../platform/context.ts'
import { plainText } from '../../../platform/mail/mail-body.ts'
import type { Account } from '../../store/people/accounts.ts'
import { findSaasOfPerson } from '../../store/staff-views.ts'
import { nameOf } from '../mail/mails.ts'
import { queueMailToPerson } from '../people/suspension.ts'

const READ_ONLY = `The agent can only read, for ${VIEW_MINUTES} minutes. Claims and members’ data are hidden unless a second person at the plan agrees.`

/** Tells the person and their SAAs that a support agent sees the portal as the person does. */
export async function queueViewMails(context: InTransaction, person: Account, reason: string): Promise<void> {
  await queueMailToPerson(context, person.id, 'account.viewed', {
    subject: 'A support agent opened a view of your account',
    sentence:
      'A support agent of Provider Services sees the portal as you see it; if you didn’t ask for help, please call us.',
    reason,
    more: [READ_ONLY, 'Your profile lists every such view.'],
  })
  for (const saa of await findSaasOfPerson(context.db, person.id))
    await queueMailToPerson(context, saa, 'account.viewed-saa', {
      subject: `A support agent opened a view of the account of ${plainText(nameOf(person))}`,
      sentence: `A support agent of Provider Services sees the portal as ${plainText(nameOf(person))} sees it; if you didn’t expect this, please call us.`,
      reason,
      more: [READ_ONLY, 'You find it in the person’s history in user administration.'],
    })
}
