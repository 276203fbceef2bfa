import { INTERNAL_PATHS } from '@portico/core/constants'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { VISITOR } from '#platform/context.ts'
import { declareAct, declareEvent } from '#platform/events/event.ts'
import { plainName, plainText } from '#platform/mail/mail-body.ts'
import { type Administrator, findAdministrators } from '../store/staff.ts'

export const endedByDirectory = declareEvent<string>({
  name: 'session.ended-by-directory',
  audit: 'Was signed out by the plan’s directory.',
  about: (accountId) => ({ actor: VISITOR, subjectAccountId: accountId }),
})

export const provedByDirectory = declareAct('session.proved-by-directory', 'Signed in again at the plan’s directory.')

type Opened = { administrator: Pick<Administrator, 'id' | 'first_name' | 'last_name'>; reason: string }

/** Every other administrator learns of it. */
export const doorOpened = declareEvent<Opened>({
  name: 'staff.door-opened',
  audit: 'An emergency sign-in was opened by a command on the server.',
  about: ({ administrator, reason }) => ({ subjectAccountId: administrator.id, details: { reason } }),
  to: async ({ administrator }, { db }) =>
    (await findAdministrators(db))
      .filter(({ id }) => id !== administrator.id)
      .map(({ id, email, brand, first_name, last_name }) => ({
        accountId: id,
        email,
        name: plainName(`${first_name} ${last_name}`),
        brand,
        kind: 'internal',
      })),
  mail: ({ administrator: { first_name, last_name }, reason }, { settings }, { brand }) => ({
    subject: 'An emergency sign-in was opened on the server',
    paragraphs: [
      `A command on the server lets ${plainName(`${first_name} ${last_name}`)} sign in without your work directory for one hour; if you didn’t expect this, please contact your operator.`,
      `Reason: ${plainText(reason)}`,
    ],
    action: { sentence: 'Sign in to the portal:', url: portalUrl(settings, brand, INTERNAL_PATHS.login) },
  }),
})

export const doorUsed = declareEvent<string>({
  name: 'staff.door-used',
  audit: 'Used an emergency sign-in link. The second factor was still required.',
  about: (accountId) => ({ actor: { kind: 'internal', accountId }, subjectAccountId: accountId }),
})
