import { findBrand } from '#platform/brands/brands.ts'
import { declareAct, declareEvent } from '#platform/events/event.ts'
import { supportLineFor } from '#platform/mail/mail-body.ts'
import { findOwner, inSentence, type Owner, security, writeNotice } from './mail/owner.ts'

export const contactChanged = declareAct('account.contact-changed', 'Changed the contact details.')

export const questionsChanged = declareAct('account.questions-changed', 'Changed the security questions.')

type Changed = { accountId: string; what: 'contact' | 'questions' | 'newAddress' }

const SENTENCES = { contact: 'The contact details', questions: 'The security questions' }

/**
 * Goes to the current address, so announce it before the address changes, and once more to the new address: without a
 * link, because its reader may not own the account.
 */
export const profileChanged = declareEvent<Changed, Owner>({
  name: 'account.profile-changed',
  to: findOwner,
  bell: security('Your profile was changed.'),
  mail: ({ what }, inside, owner) => {
    const subject = 'Your profile was changed'
    if (what !== 'newAddress')
      return writeNotice(inside, owner, {
        subject,
        sentence: (account, at) => `${SENTENCES[what]} of ${inSentence(account)} were changed on ${at}`,
      })
    const { phone } = supportLineFor(findBrand(owner.brand), owner.kind)
    return {
      subject,
      paragraphs: [
        `This is now the email address of the portal account ${owner.userName}; if this wasn’t you, please call us right away at ${phone}.`,
      ],
    }
  },
})
