import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import { acceptedKeys, type Keys } from '../keys/secret-key.ts'
import type { Settings } from '../settings/settings.ts'
import type { Db } from './schema.ts'

/** The login of the running server: it can append to the audit trail and never change it. */
export const APP_ROLE = 'portico_app'

/** Who logs in to the database: the owner of the tables for migrations and imports, the application for all else. */
export type Logins = { owner: PoolConfig | undefined; app: PoolConfig }

type Given = Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl'> & Keys

/**
 * DATABASE_OWNER_URL alone is for commands, which then work as the owner. DATABASE_URL alone is the owner's, and the application's login is made from it. Beside DATABASE_OWNER_URL it is the
 * application's own. The embedded database is its owner's like the first.
 */
export function loginsOf(settings: Given, embedded?: PoolConfig): Logins {
  const { databaseUrl, databaseOwnerUrl } = settings
  if (!databaseUrl) {
    const owner = databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : embedded
    return { owner, app: appLogin(owner ?? {}, settings) }
  }
  if (databaseOwnerUrl || userOf(databaseUrl) === APP_ROLE) {
    const owner = databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : undefined
    return { owner, app: { connectionString: databaseUrl } }
  }
  const owner = { connectionString: databaseUrl }
  return { owner, app: appLogin(owner, settings) }
}

/** While the key changes, the password made from either may hold. A process that connects uses the one that does. */
function appLogin(owner: PoolConfig, keys: Keys): PoolConfig {
  const [own, ...others] = acceptedKeys(keys).map(appPassword)
  const login = loginAt(owner, own ?? '')
  if (others.length === 0) return login
  const password = async () => {
    for (const other of others) if (!(await canLogIn(login)) && (await canLogIn(loginAt(owner, other)))) return other
    return own ?? ''
  }
  return { ...login, password }
}

/** True where the application's password is made from the key, and follows it. */
export const isPasswordDerived = ({ databaseUrl, databaseOwnerUrl }: Given): boolean =>
  !databaseOwnerUrl && (!databaseUrl || userOf(databaseUrl) !== APP_ROLE)

/** The user an address or a login names, as the driver reads it. */
export const nameOf = (login: PoolConfig): string | undefined => new pg.Client(login).user

export async function passwordOf(login: PoolConfig): Promise<string> {
  if (typeof login.password === 'function') return login.password()
  const { password } = new pg.Client(login)
  return password ?? ''
}

/** A wrong password is no failure here; anything else is found out by the next statement. */
export async function canLogIn(app: PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...app, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    return !/^28/.test((error as { code?: string }).code ?? '')
  } finally {
    await client.end().catch(() => {})
  }
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

/** What the application appends to and never changes. */
export const AUDIT_TABLES = ['audit_event', 'audit_seal', 'audit_signing']

type Judged = { name: string; owns: boolean; powerful: boolean; joins: boolean; forges: boolean }

/** Why the server must not work under this login; undefined when it may. */
export async function checkLogin(db: Db): Promise<string | undefined> {
  const { rows } = await sql<Judged>`
    select r.rolname as name,
      exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) as owns,
      r.rolsuper or r.rolcreaterole or r.rolbypassrls or session_user <> current_user as powerful,
      exists (select from pg_auth_members m where m.member = r.oid) as joins,
      exists (
        select from pg_class c where c.relname = any(${AUDIT_TABLES}) and c.relnamespace = 'public'::regnamespace
          and (has_table_privilege(c.oid, 'delete, truncate') or has_any_column_privilege(c.oid, 'update'))) as forges
    from pg_roles r where r.rolname = current_user`.execute(db)
  const [login] = rows
  const fault = login ? faultOf(login) : 'is unknown'
  if (fault)
    return `The server must log in as ${APP_ROLE}, not as the database user ${login?.name ?? 'unknown'}, which ${fault}. Set DATABASE_URL to the login of ${APP_ROLE} and DATABASE_OWNER_URL to the owner's.`
  if (login?.forges) return `${APP_ROLE} can change the audit trail. Run the command migrate to revoke that privilege.`
  return undefined
}

function faultOf({ name, owns, powerful, joins }: Judged): string | undefined {
  if (owns) return 'owns the tables'
  if (powerful || joins) return 'can switch to another role'
  return name === APP_ROLE ? undefined : 'is another login'
}
