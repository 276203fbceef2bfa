import Type, { type Static } from 'typebox'
import { ContractState } from '../access/request-shapes.ts'
import { Counted, id, listOf, npi, paging, strings, text } from '../shapes.ts'
import { FUNNEL_DAYS, LOCKS, MAIL_STATES, NETWORK_STATES, POLICY_GROUPS } from './limits.ts'

/** What plan staff look at beside contracts and people: providers, the audit trail, the mail, and the numbers of the home page. */

/** ISO 8601, or empty when it has not happened. */
const time = Type.String()
const Role = Type.Enum(['SAA', 'AA', 'AU'])

/** Without a search: the providers that are locked now. */
export const ProvidersQuery = Type.Object({ search: Type.Optional(text(100)) })
export type ProvidersQuery = Static<typeof ProvidersQuery>
const ProviderRow = Type.Object({
  ...strings('npi', 'name', 'place'),
  network: Type.Enum([...NETWORK_STATES]),
  /** Somebody with an active SAA role covers this NPI. */
  registered: Type.Boolean(),
  locks: Type.Array(Type.Enum([...LOCKS])),
})
export type ProviderRow = Static<typeof ProviderRow>
export const ProviderList = Type.Object({ rows: Type.Array(ProviderRow), more: Type.Boolean() })
export type ProviderList = Static<typeof ProviderList>

export const NpiQuery = Type.Object({ npi })
export type NpiQuery = Static<typeof NpiQuery>
const ProviderScope = Type.Object({
  /** The key an invitation names the scope with, such as 'NPI:1100000011'. */
  entity: Type.String(),
  kind: Type.Enum(['NPI', 'PG', 'IPA', 'SG', 'PO']),
  ...strings('name', 'saaName', 'saaAccountId'),
})
export const Provider = Type.Object({
  ...ProviderRow.properties,
  person: Type.Boolean(),
  ...strings('region', 'contractDate', 'email'),
  /** When the national file says the NPI will be activated or deactivated, and why; both empty when it does not. */
  ...strings('changeDate', 'changeReasons'),
  hasSsn: Type.Boolean(),
  hasTin: Type.Boolean(),
  /** Where somebody can be SAA for this NPI: the NPI itself, its groups, its organization. */
  scopes: Type.Array(ProviderScope),
  /** The roles somebody may be invited to there. */
  invites: Type.Array(Role),
  /** What whoever asks may do here. */
  actions: Type.Array(Type.Enum(['unlock', 'liftHold'])),
  failedProofs: Type.Object({ recent: Type.Integer(), month: Type.Integer() }),
  quizzes: Type.Integer(),
  /** Since the last one that was passed, however old. */
  failedQuizzes: Type.Integer(),
  failedCodes: Type.Integer(),
  /** Since when the provider has registration on hold. */
  heldSince: time,
  /** SAAs who object to a request for their own role. */
  objections: Type.Array(Type.Object({ ...strings('reference', 'name'), since: time })),
  waiting: Type.Array(
    Type.Object({
      ...strings('reference', 'name', 'accountId'),
      role: Role,
      state: Type.String(),
      contract: ContractState,
      since: time,
    }),
  ),
  easyReg: Type.Array(Type.Object({ brand: Type.String(), url: Type.String() })),
})
export type Provider = Static<typeof Provider>
/** `waiting`: it stays until a second administrator has agreed. */
export const Lifted = Type.Object({ lifted: Type.Integer(), waiting: Type.Boolean() })
export const Unlocked = Type.Object({ forgotten: Type.Integer() })

const instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$' })
export const AuditQuery = Type.Object({
  person: Type.Optional(text(100)),
  /** An account's public id: everything this one person did or had done to them. */
  accountId: Type.Optional(text(64)),
  npi: Type.Optional(Type.String({ pattern: '^[0-9]{0,10}$' })),
  area: Type.Optional(text(30)),
  /** From the one on, up to but without the other: the browser knows where its person's days begin. */
  from: Type.Optional(instant),
  to: Type.Optional(instant),
  sort: Type.Optional(Type.Enum(['at'])),
  ...paging,
})
export type AuditQuery = Static<typeof AuditQuery>
const AuditRow = Type.Object({
  id: Type.String(),
  at: time,
  ...strings('actorKind', 'actorName', 'actorId', 'action', 'npi', 'subjectName', 'subjectId', 'reference', 'address'),
  details: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  sealed: Type.Boolean(),
})
export type AuditRow = Static<typeof AuditRow>
export const AuditList = listOf(AuditRow)
export type AuditList = Static<typeof AuditList>
export const AuditProof = Type.Object({
  ok: Type.Boolean(),
  rows: Type.Integer(),
  waiting: Type.Integer(),
  head: Type.String(),
  /** Number and fault of the first record that does not fit; both empty when all fit. */
  brokenId: Type.String(),
  brokenWhy: Type.String(),
})
export type AuditProof = Static<typeof AuditProof>

export const MailQuery = Type.Object({
  state: Type.Optional(Type.Enum([...MAIL_STATES])),
  search: Type.Optional(text(100)),
  sort: Type.Optional(Type.Enum(['created'])),
  ...paging,
})
export type MailQuery = Static<typeof MailQuery>
const MailRow = Type.Object({
  id: Type.String(),
  created: time,
  ...strings('to', 'subject', 'kind'),
  state: Type.Enum([...MAIL_STATES]),
  sent: time,
  attempts: Type.Integer(),
  nextAttempt: time,
  /** What the mail server said last. */
  problem: Type.String(),
})
export type MailRow = Static<typeof MailRow>
/** `bodies`: whether a message's text may be read here (demo mode). */
export const MailList = Type.Object({ ...listOf(MailRow).properties, bodies: Type.Boolean() })
export type MailList = Static<typeof MailList>
export const MailBodyQuery = Type.Object({ id })
export type MailBodyQuery = Static<typeof MailBodyQuery>
export const MailBody = Type.Object({ subject: Type.String(), to: Type.String(), body: Type.String() })
export type MailBody = Static<typeof MailBody>

/** What the operator has set; no call changes it. */
export const Policy = Type.Object({
  factors: Type.Array(
    Type.Object({
      group: Type.Enum([...POLICY_GROUPS]),
      kind: Type.Enum(['off', 'offered', 'required']),
      /** Of grace, where it is required. */
      days: Type.Integer(),
      setting: Type.String(),
    }),
  ),
  fourEyes: Type.Boolean(),
})
export type Policy = Static<typeof Policy>

export const HomeQuery = Type.Object({ days: Type.Optional(Type.Enum([...FUNNEL_DAYS])) })
export type HomeQuery = Static<typeof HomeQuery>
/** Each number for whoever may open what it counts. */
export const Home = Type.Object({
  requests: Type.Optional(Type.Object({ waiting: Counted, oldest: time, decidedThisWeek: Type.Integer() })),
  lockedProviders: Type.Optional(Type.Integer()),
  /** Changes of the roster that offices reported, without an answer yet. */
  rosterChanges: Type.Optional(Type.Object({ waiting: Type.Integer(), oldest: time })),
  mail: Type.Optional(Type.Object({ waiting: Type.Integer(), givenUp: Counted })),
  /** Of the registrations begun in the last days, how many came how far. */
  funnel: Type.Object({
    days: Type.Integer(),
    opened: Type.Integer(),
    proved: Type.Integer(),
    submitted: Type.Integer(),
    active: Type.Integer(),
  }),
})
export type Home = Static<typeof Home>
