/** Audit actions in the words of a person's history; a new action appears under its own name until it has words. */
const sentences: Record<string, string> = {
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
  'account.activated': 'Completed the account.',
  'account.created': 'The account was created.',
  'account.suspended': 'The account was suspended.',
  'account.reopened': 'The account was opened again.',
}

export function historySentence(action: string, details: Record<string, unknown>): string {
  const sentence = sentences[action] ?? action
  const role = typeof details.role === 'string' && action !== 'grant.saa-replaced' ? ` (${details.role})` : ''
  return sentence.replace(/\.$/, `${role}.`)
}
