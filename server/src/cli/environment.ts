import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Settings } from '#platform/settings/settings.ts'
import { CliError } from './cli-error.ts'

/** A command without the settings of its server. Its exit code is 2. */
export class MissingEnvironment extends CliError {}

/** The archive has a parts list; a checkout does not. */
export const isInstalled = existsSync(new URL('../../../sbom.cdx.json', import.meta.url))

/**
 * Throws if a command of an installed archive would make its own database or key, because its environment is not the
 * server's.
 */
export function requireEnvironment(env: NodeJS.ProcessEnv): void {
  const dataDir = resolve(env.PORTICO_DATA_DIR || 'data')
  const hasEmbedded = ['postgres', 'postgres-is-at.txt'].some((name) => existsSync(join(dataDir, name)))
  const hasDatabase = env.DATABASE_URL || env.DATABASE_OWNER_URL || hasEmbedded
  const hasKey = env.PORTICO_SECRET_KEY || existsSync(join(dataDir, 'secret-key'))
  const missing = [
    ...(hasDatabase ? [] : ['DATABASE_OWNER_URL (or DATABASE_URL, if that is the owner’s)']),
    ...(hasKey ? [] : ['PORTICO_SECRET_KEY']),
  ]
  if (missing.length)
    throw new MissingEnvironment(
      `These settings are missing: ${missing.join(' and ')}. A command needs the settings of its server, such as those in /etc/portico/portico.env.`,
    )
}

/** The database that commands use, without its password. */
export function describeDatabase({ databaseOwnerUrl, databaseUrl, dataDir }: Settings): string {
  const connectionString = databaseOwnerUrl ?? databaseUrl
  if (!connectionString) return `embedded in ${dataDir}`
  const { user, host, port, database } = new pg.Client({ connectionString })
  return `${database} on ${host}:${port} as ${user}`
}
