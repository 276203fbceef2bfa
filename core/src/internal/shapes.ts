import Type, { type Static } from 'typebox'
import { ContractState } from '../access/request-shapes.ts'
import { LOADED_KINDS } from '../plan-data/as-of.ts'
import { WaitingChanges } from '../provider-directory/queue-shapes.ts'
import { Counted, id, listOf, npi, paging, strings, text } from '../shapes.ts'
import { FUNNEL_DAYS, LOCKS, MAIL_STATES, NETWORK_STATES, POLICY_GROUPS } from './limits.ts'

/** Shapes for plan staff: providers, audit trail, mail, policy and home page. */

/** ISO 8601, or empty if it has not happened. */
const time = Type.String()
const Role = Type.Enum(['SAA', 'AA', 'AU'])

/** Without a search: the providers with a report of fraud, an objection or a lock, in this order. */
export const ProvidersQuery = Type.Object({ search: Type.Optional(text(100)) })
export type ProvidersQuery = Static<typeof ProvidersQuery>
const ProviderRow = Type.Object({
  ...strings('npi', 'name', 'place'),
  network: Type.Enum([...NETWORK_STATES]),
  /** An active SAA covers this NPI. */
  registered: Type.Boolean(),
  locks: Type.Array(Type.Enum([...LOCKS])),
})
export type ProviderRow = Static<typeof ProviderRow>
export const ProviderList = Type.Object({ rows: Type.Array(ProviderRow), more: Type.Boolean() })
export type ProviderList = Static<typeof ProviderList>

export const NpiQuery = Type.Object({ npi })
export type NpiQuery = Static<typeof NpiQuery>
const ProviderScope = Type.Object({
  /** The key that identifies the scope in an invitation, such as 'NPI:1100000011'. */
  entity: Type.String(),
  kind: Type.Enum(['NPI', 'PG', 'IPA', 'SG', 'PO']),
  ...strings('name', 'saaName', 'saaAccountId'),
})
export const Provider = Type.Object({
  ...ProviderRow.properties,
  person: Type.Boolean(),
  ...strings('region', 'contractDate', 'email'),
  /** Activation or deactivation announced in the national file, with reasons; empty if none. */
  ...strings('changeDate', 'changeReasons'),
  hasSsn: Type.Boolean(),
  hasTin: Type.Boolean(),
  /** Scopes that can have an SAA: the NPI itself, its groups, its organization. */
  scopes: Type.Array(ProviderScope),
  /** Roles the caller can invite to. */
  invites: Type.Array(Role),
  /** Actions the caller can take. */
  actions: Type.Array(Type.Enum(['unlock', 'liftHold'])),
  failedProofs: Type.Object({ recent: Type.Integer(), month: Type.Integer() }),
  quizzes: Type.Integer(),
  /** Since the last passed quiz, however old. */
  failedQuizzes: Type.Integer(),
  failedCodes: Type.Integer(),
  /** Start of the registration hold. */
  onHoldSince: time,
  /** Objections by SAAs to a request for their own role. */
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
/** `waiting`: the hold stays until a second administrator approves. */
export const Lifted = Type.Object({ lifted: Type.Integer(), waiting: Type.Boolean() })
export const Unlocked = Type.Object({ forgotten: Type.Integer() })

const instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$' })
export const AuditQuery = Type.Object({
  person: Type.Optional(text(100)),
  /** An account's public id: finds all records by or about this person. */
  accountId: Type.Optional(text(64)),
  npi: Type.Optional(Type.String({ pattern: '^[0-9]{0,10}$' })),
  area: Type.Optional(text(30)),
  /** `from` is inclusive, `to` is exclusive. The browser computes the start of the user's days. */
  from: Type.Optional(instant),
  to: Type.Optional(instant),
  sort: Type.Optional(Type.Enum(['at'])),
  ...paging,
})
export type AuditQuery = Static<typeof AuditQuery>
const AuditRow = Type.Object({
  id: Type.String(),
  at: time,
  ...strings(
    'actorKind',
    'actorName',
    'actorId',
    'action',
    'says',
    'npi',
    'subjectName',
    'subjectId',
    'reference',
    'address',
  ),
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
  /** Id and problem of the first invalid record; empty if the chain is valid. */
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
  /** Last reply of the mail server. */
  problem: Type.String(),
})
export type MailRow = Static<typeof MailRow>
/** `bodies`: message bodies can be read (demo mode). */
export const MailList = Type.Object({ ...listOf(MailRow).properties, bodies: Type.Boolean() })
export type MailList = Static<typeof MailList>
export const MailBodyQuery = Type.Object({ id })
export type MailBodyQuery = Static<typeof MailBodyQuery>
export const MailBody = Type.Object({ subject: Type.String(), to: Type.String(), body: Type.String() })
export type MailBody = Static<typeof MailBody>

/** Policy from the operator's settings. No call changes it. */
export const Policy = Type.Object({
  factors: Type.Array(
    Type.Object({
      group: Type.Enum([...POLICY_GROUPS]),
      kind: Type.Enum(['off', 'offered', 'required']),
      /** Grace period if a factor is required. */
      days: Type.Integer(),
      setting: Type.String(),
    }),
  ),
  fourEyes: Type.Boolean(),
  /** Administrators who can approve, for a plan with four-eyes approval. */
  approvers: Type.Integer(),
})
export type Policy = Static<typeof Policy>

/** The last file of each kind that the plan imports. */
export const ImportList = Type.Array(
  Type.Object({
    kind: Type.Enum([...LOADED_KINDS]),
    /** Empty if this kind was never imported; the file's name can also be unknown. */
    importedAt: time,
    file: Type.String(),
    rows: Type.Integer(),
    rejected: Type.Integer(),
    /** Days after which the data is too old; 0 if it never is. */
    maxAgeDays: Type.Integer(),
    isOverdue: Type.Boolean(),
  }),
)
export type ImportList = Static<typeof ImportList>

export const HomeQuery = Type.Object({ days: Type.Optional(Type.Enum([...FUNNEL_DAYS])) })
export type HomeQuery = Static<typeof HomeQuery>
/** Each figure is present only if the user may open the page that it counts. */
export const Home = Type.Object({
  requests: Type.Optional(Type.Object({ waiting: Counted, oldest: time, decidedThisWeek: Type.Integer() })),
  /** Providers who reported 'This was not me' and wait for plan staff. */
  fraudReports: Type.Optional(Type.Object({ waiting: Type.Integer(), oldest: time })),
  /** Accounts that wait for 'Confirm the owner' (behaviour 11.26), with the oldest ones. */
  ownerChecks: Type.Optional(
    Type.Object({
      waiting: Type.Integer(),
      oldest: Type.Array(Type.Object({ ...strings('accountId', 'name'), since: time })),
    }),
  ),
  /** NPIs that are active again, with access that is still suspended. */
  activeAgain: Type.Optional(Type.Integer()),
  /** Providers with a request that an SAA objects to. */
  objections: Type.Optional(Type.Integer()),
  lockedProviders: Type.Optional(Type.Integer()),
  directoryChanges: Type.Optional(WaitingChanges),
  /** Kinds of imported files that are older than the plan allows. */
  overdueImports: Type.Optional(Type.Array(Type.Enum([...LOADED_KINDS]))),
  mail: Type.Optional(Type.Object({ waiting: Type.Integer(), givenUp: Counted })),
  /** How many registrations of the last days reached each step. */
  funnel: Type.Object({
    days: Type.Integer(),
    opened: Type.Integer(),
    proved: Type.Integer(),
    submitted: Type.Integer(),
    active: Type.Integer(),
  }),
})
export type Home = Static<typeof Home>
