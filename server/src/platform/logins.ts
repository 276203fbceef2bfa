import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Db } from './context.ts'
import type { Settings } from './settings.ts'

/** The login of the running server: it can append to the audit trail and never change it. */
export const APP_ROLE = 'portico_app'

/** Who logs in to the database: the owner of the tables for migrations and imports, the application for all else. */
export type Logins = { owner: PoolConfig | undefined; app: PoolConfig }

type Given = Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl' | 'secretKey'>

/**
 * DATABASE_URL alone is the owner's, and the application's login is made from it. Beside DATABASE_OWNER_URL it is the
 * application's own. The embedded database is its owner's like the first.
 */
export function loginsOf(settings: Given, embedded?: PoolConfig): Logins {
  const { databaseUrl, databaseOwnerUrl, secretKey } = settings
  const password = appPassword(secretKey)
  if (!databaseUrl) return { owner: embedded, app: loginAt(embedded ?? {}, password) }
  if (databaseOwnerUrl || userOf(databaseUrl) === APP_ROLE) {
    const owner = databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : undefined
    return { owner, app: { connectionString: databaseUrl } }
  }
  const owner = { connectionString: databaseUrl }
  return { owner, app: loginAt(owner, password) }
}

/** The application's login where the owner's leads: past any pooler that stands before the application's own address. */
export function loginAt(owner: PoolConfig, password: string): PoolConfig {
  const app = { user: APP_ROLE, password }
  const { connectionString } = owner
  return connectionString ? { connectionString: withLogin(connectionString, app) } : { ...owner, ...app }
}

/** The password of the application's role: the same in every process that knows the secret key, and nowhere stored. */
export const appPassword = (secretKey: string): string =>
  createHmac('sha256', secretKey).update(`database password of ${APP_ROLE}`).digest('base64url')

const LOGIN = /^(postgres(?:ql)?:\/\/)(?:([^@/:?]*)(?::[^@/?]*)?@)?/

const userOf = (url: string): string => decodeURIComponent(LOGIN.exec(url)?.[2] ?? '')

function withLogin(url: string, { user, password }: { user: string; password: string }): string {
  const [address = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter((part) => part !== '' && !/^(user|password)=/.test(part))
  const named = address.replace(LOGIN, `$1${user}:${encodeURIComponent(password)}@`)
  return kept.length > 0 ? `${named}?${kept.join('&')}` : named
}

/** Why the server must not work under this login; undefined when it may. */
export async function whyNotThisLogin(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; owns: boolean; powerful: boolean; joins: boolean }>`
    select r.rolname as name,
      exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) as owns,
      r.rolsuper or r.rolcreaterole or r.rolbypassrls or session_user <> current_user as powerful,
      exists (select from pg_auth_members m where m.member = r.oid) as joins
    from pg_roles r where r.rolname = current_user`.execute(db)
  const [login] = rows
  if (login && !login.owns && !login.powerful && !login.joins) return undefined
  const why = login?.owns ? 'owns the tables' : 'may become somebody else'
  return `The server would work as the database user ${login?.name ?? 'unknown'}, which ${why}: it must log in as ${APP_ROLE}. Give its address in DATABASE_URL and the owner's in DATABASE_OWNER_URL.`
}
