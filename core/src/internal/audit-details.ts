import { LEVEL_NAMES } from '../forms/messages.ts'

/** Labels of details whose names do not say enough. Other names are split into words. */
const LABELS: Record<string, string> = {
  act: 'decision',
  by: 'by',
  cameBy: 'received by',
  codeSent: 'code sent',
  contractId: 'contract',
  documentHash: 'SHA-256 of the document shown',
  fileHash: 'SHA-256 of the signed file',
  forgotten: 'attempts reset',
  grantId: 'access',
  holdSeconds: 'seconds to undo',
  decidedAs: 'decided by',
  entity: 'for',
  path: 'kind of request',
  regType: 'level',
  to: 'changed to',
  from: 'changed from',
  way: 'signatory',
  why: 'reason',
}

const METHODS = { ssn: 'SSN', tin: 'TIN', claim: 'claims' }
const PROOFS = {
  ...{ password: 'password', app: 'authenticator app', passkey: 'passkey', email: 'code by email' },
  ...{ recovery: 'recovery code', 'member-id': 'member ID', name: 'name and birth date' },
}

/** Words for codes, by the name of their detail. */
const VALUES: Record<string, Record<string, string>> = {
  act: { VALIDATE: 'validate', RETURN: 'return', APPROVE: 'accept', DENY: 'reject' },
  by: PROOFS,
  cameBy: { UPLOAD: 'upload', MAIL: 'mail', FAX: 'fax', ONLINE: 'online signature' },
  decidedAs: {
    ...{ PROVIDER: 'the provider', ADMINISTRATOR: 'an administrator of the office', STAFF: 'plan staff' },
    ...{ REQUESTER: 'the requester', SYSTEM: 'the portal' },
  },
  kind: { DRAWN: 'drawn signature', TYPED: 'typed signature' },
  method: METHODS,
  path: {
    ...{ SELF: 'registration', BEHALF: 'on behalf of the provider', CONTRACT: 'by signed contract' },
    ...{ APPROVAL: 'for approval', INVITATION: 'by invitation' },
  },
  regType: LEVEL_NAMES,
  way: { SELF: 'the registrant', ASKED: 'a person who was asked' },
  why: { wrong: 'wrong user name or password', captcha: 'captcha not solved', wait: 'too many attempts' },
}

const ANSWERS: Record<string, string> = { true: 'yes', false: 'no' }

/** 'changeId' becomes 'change id'. */
const splitWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** One detail of an audit record in words: 'Decided by: plan staff'. */
export function describeAuditDetail({ name, value }: { name: string; value: string }): string {
  const label = LABELS[name] ?? splitWords(name)
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${VALUES[name]?.[value] ?? ANSWERS[value] ?? value}`
}
