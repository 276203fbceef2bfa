/**
 * Every act the portal records, in the words its readers see. The server can record no other act, so none is without
 * words.
 */
export const AUDIT_ACTS = {
  'request.made': 'Asked for access.',
  'request.activated': 'Access began.',
  'request.rejected': 'The request was rejected.',
  'request.cancelled': 'The request was cancelled.',
  'request.expired': 'The request expired.',
  'request.reminded': 'A reminder was sent.',
  'request.sent-again': 'The request was sent again.',
  'request.passed-to-staff': 'The request was passed to Provider Services.',
  'grant.saa-replaced':
    'Somebody else became the Senior Access Administrator; this person became an Access Administrator.',
  'grant.handed-over': 'Became the Senior Access Administrator by handover.',
  'grant.suspended': 'Access was suspended.',
  'grant.reactivated': 'Access was reactivated.',
  'grant.removed': 'Access was removed.',
  'grant.confirmed': 'Access was confirmed.',
  'grant.changed': 'Role or permissions were changed.',
  'account.invited': 'Was invited.',
  'account.invitation-sent-again': 'The invitation was sent again.',
  'account.activation-asked': 'Asked for the activation link again.',
  'account.activated': 'Completed the account.',
  'account.created': 'The account was created.',
  'account.suspended': 'The account was suspended.',
  'account.reopened': 'The account was opened again.',
  'account.contact-changed': 'Changed the contact details.',
  'account.password-changed': 'Changed the password.',
  'account.password-check-failed': 'Gave a wrong password when changing the account.',
  'account.questions-changed': 'Changed the security questions.',
  'account.reset-asked': 'Asked for a new password.',
  'account.reset-refused': 'Answered the security questions wrong.',
  'account.password-reset': 'Set a new password after forgetting it.',
  'account.user-names-asked': 'Asked for a forgotten user name.',
  'contract.received': 'A signed contract came.',
  'contract.validated': 'The signed contract was validated.',
  'contract.returned': 'The signed contract was returned.',
  'identity.proved': 'Validated as the provider.',
  'identity.refused': 'Failed to validate as the provider.',
  'identity.unlocked': 'The provider was unlocked.',
  'identity.code-sent': 'A code was sent to the address the plan holds.',
  'identity.code-passed': 'Confirmed the code.',
  'identity.code-refused': 'Typed a wrong code.',
  'identity.code-failed': 'Typed too many wrong codes.',
  'quiz.passed': 'Passed the identity quiz.',
  'quiz.failed': 'Failed the identity quiz.',
  'session.started': 'Signed in.',
  'session.ended': 'Signed out.',
  'session.refused': 'A sign-in was refused.',
  'session.revoked': 'Ended another session.',
  'eligibility.asked': 'Asked about a member’s eligibility.',
  'roster.change-reported': 'Reported a change of the roster.',
  'roster.change-answered': 'Answered a reported change of the roster.',
  'member.registration-begun': 'Began to register as a member.',
  'member.code-refused': 'Gave a wrong code while registering as a member.',
  'member.registered': 'Registered as a member.',
  'member.id-card-saved': 'Saved an ID card.',
  'content.saved': 'Changed what the portal says.',
  'content.removed': 'Removed something the portal says.',
  'demo.reset': 'A demo scenario was reset.',
} as const

export type AuditAct = keyof typeof AUDIT_ACTS

/** A record stays readable when its act is no longer known: it then shows its code. */
export const auditSentence = (action: string): string =>
  Object.entries(AUDIT_ACTS).find(([act]) => act === action)?.[1] ?? action
