import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Database = Tables

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

export type ScopeKind = Tables['access_grant']['scope_kind']
export type Role = Tables['access_grant']['role']
export type GrantState = Tables['access_grant']['state']
export type AccountKind = Tables['account']['kind']
export type ProofKind = Selectable<Tables['account_session']>['proved_by']
export type FactorDue = NonNullable<Tables['account_session']['factor_due']>
export type AccountState = Tables['account']['state']
export type AccessRequestTable = Tables['access_request']
export type LinkTable = Tables['link']
export type MemberTable = Selectable<Tables['member']>
export type MemberRegistrationTable = Tables['member_registration']
export type RegistrationTable = Tables['registration']
