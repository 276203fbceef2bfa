import { POLICY_GROUPS } from '@portico/core/internal/limits'
import { brands } from '#platform/brands/brands.ts'
import { suffixOf } from '#platform/settings/addresses.ts'
import { writePolicy } from '#platform/settings/factor-policy.ts'
import { writeMaxAges } from '#platform/settings/imports.ts'
import { numbersOf } from '#platform/settings/numbers.ts'
import type { Settings } from '#platform/settings/settings.ts'

export type ShownSetting = { name: string; value: string; from: 'environment' | 'default' }

/** Every setting with its value and source. Secrets are not shown. */
export function describeSettings(settings: Settings, env: Record<string, string | undefined>): ShownSetting[] {
  const values = valuesByName(settings)
  return settings.names.map((name) => {
    const given = env[name]
    return { name, value: conceal(name, String(values[name] ?? given ?? '')), from: given ? 'environment' : 'default' }
  })
}

/** Values as parsed. A name that is not listed shows the given value, or nothing. */
function valuesByName(settings: Settings): Record<string, unknown> {
  return {
    NODE_ENV: settings.production ? 'production' : undefined,
    PORT: settings.port,
    HOST: settings.host,
    LOG_LEVEL: settings.logLevel,
    TRUST_PROXY: settings.trustProxy || 0,
    MAIL_FROM: settings.mailFrom,
    PORTICO_DEMO: settings.demo ? 1 : 0,
    PORTICO_DATA_DIR: settings.dataDir,
    PORTICO_MIGRATE: settings.migrateAtStart ? 'auto' : 'off',
    PORTICO_PREPARED: settings.preparedStatements ? 1 : 0,
    PORTICO_DATABASE_TIMEOUT_S: settings.databaseTimeoutSeconds,
    PORTICO_DATABASE_CONNECTIONS: settings.databaseConnections,
    PORTICO_IMPORT_REMOVALS_PERCENT: settings.importRemovalsPercent,
    PORTICO_IMPORT_SUSPENSIONS_PERCENT: settings.importSuspensionsPercent,
    PORTICO_IMPORT_MAX_AGE_DAYS: writeMaxAges(settings.importMaxAgeDays),
    PORTICO_DIRECTORY_ACCEPT: settings.directoryAccept.join(',') || 'none',
    PORTICO_DIRECTORY_VERIFY_DAYS: settings.directoryVerifyDays,
    PORTICO_DIRECTORY_OVERDUE: settings.directoryOverdue,
    PORTICO_DIRECTORY_PUBLISH_HOUR: settings.directoryPublishHour ?? 'off',
    PORTICO_DIRECTORY_FOLDER: settings.directoryFolder,
    PORTICO_DIRECTORY_TEMPLATES: settings.directoryTemplates.join(',') || 'none',
    PORTICO_DRAIN_S: settings.drainSeconds,
    PORTICO_FOUR_EYES: settings.fourEyes ? 1 : 0,
    PORTICO_ESIGN_SELF_VALIDATES: settings.esignSelfValidates ? 1 : 0,
    PORTICO_IDENTITY_PROOF: settings.identityProof,
    PORTICO_STAFF_SIGN_IN: settings.staffSignIn,
    PORTICO_STAFF_OIDC_SESSION_HOURS: settings.staffDirectory?.sessionHours,
    PORTICO_REVIEW_PROMISE_DAYS: settings.reviewPromiseDays,
    OTEL_SERVICE_NAME: settings.otlp?.serviceName,
    OTEL_TRACES_SAMPLER_ARG: settings.otlp?.share,
    PORTICO_SECRET_KEY: settings.secretKey,
    PORTICO_CAPTCHA: settings.captcha.provider,
    PORTICO_CAPTCHA_COST: settings.captcha.provider === 'altcha' ? settings.captcha.cost : undefined,
    ...Object.fromEntries(
      POLICY_GROUPS.map((group) => [`PORTICO_FACTOR_POLICY_${group}`, writePolicy(settings.factorPolicies[group])]),
    ),
    ...Object.fromEntries(brands.map(({ id }) => [`PORTICO_PUBLIC_URL${suffixOf(id)}`, settings.publicUrls[id]])),
    ...numbersOf('PORTICO_LIMIT_', settings.limits),
    ...numbersOf('PORTICO_LIFETIME_', settings.lifetimes),
    ...numbersOf('PORTICO_KEEP_DAYS_', settings.retentionDays),
  }
}

function conceal(name: string, value: string): string {
  if (/SECRET|TOKEN|PASSWORD|HEADERS/.test(name)) return value && '(set)'
  // Covers lists of addresses, and a password in the query string.
  return value.replace(/(\w+:\/\/[^:@/,]*):[^@/]*@/g, '$1:…@').replace(/([?&]password=)[^&,]*/g, '$1…')
}

export function writeSettings(shown: ShownSetting[]): string {
  const width = Math.max(...shown.map(({ name }) => name.length))
  return shown.map(({ name, value, from }) => `${name.padEnd(width)}  ${from.padEnd(11)}  ${value}\n`).join('')
}
