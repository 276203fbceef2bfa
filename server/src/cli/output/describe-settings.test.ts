import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '#platform/settings/settings.ts'
import { describeSettings, writeSettings } from './describe-settings.ts'

const env = {
  PORTICO_SECRET_KEY: 'k'.repeat(32),
  DATABASE_URL: 'postgres://portico_app:hidden@db.example/plan',
  DATABASE_OWNER_URL: 'postgres://two.example/plan?user=a&password=hidden&x=1',
  PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI: '3',
}
const shown = describeSettings(readSettings(env), env)
const one = (name: string) => shown.find((setting) => setting.name === name)

it('shows each value with its source, and no secrets', () => {
  expect(one('PORT')).toEqual({ name: 'PORT', value: '8080', from: 'default' })
  expect(one('PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI')).toMatchObject({ value: '3', from: 'environment' })
  expect(one('PORTICO_LIFETIME_SESSION_IDLE')).toMatchObject({ value: '1800', from: 'default' })
  expect(one('PORTICO_SECRET_KEY')?.value).toBe('(set)')
  expect(one('DATABASE_URL')?.value).toBe('postgres://portico_app:…@db.example/plan')
  expect(one('DATABASE_OWNER_URL')?.value).toBe('postgres://two.example/plan?user=a&password=…&x=1')
  expect(writeSettings(shown)).not.toMatch(/hidden|kkk/)
})

it('shows a given value as it was parsed', () => {
  const given = { PORTICO_SECRET_KEY: 'k'.repeat(32), DATABASE_OWNER_URL: 'postgres://db.example/plan' }
  const also = { PORTICO_MIGRATE: 'auto', TRUST_PROXY: 'true', PORTICO_PUBLIC_URL: 'https://portal.example.org/' }
  const all = { ...given, ...also, DATABASE_URL: given.DATABASE_OWNER_URL }
  const described = new Map(describeSettings(readSettings(all), all).map(({ name, value }) => [name, value]))
  expect(described.get('PORTICO_MIGRATE')).toBe('off')
  expect(described.get('TRUST_PROXY')).toBe('1')
  expect(described.get('PORTICO_PUBLIC_URL')).toBe('https://portal.example.org')
})

it('shows only settings without a default as empty', () => {
  const given = { PORTICO_SECRET_KEY: 'k'.repeat(32) }
  const empty = describeSettings(readSettings(given), given).filter(({ value }) => value === '')
  const none = [
    ...['DATABASE_OWNER_URL', 'DATABASE_URL', 'METRICS_TOKEN', 'NODE_ENV'],
    // The last two have no effect without the first.
    ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER_ARG'],
    ...['PORTICO_AUDIT_ANCHOR_FILE', 'PORTICO_CAPTCHA_SCRIPT_URL', 'PORTICO_CAPTCHA_SECRET'],
    ...['PORTICO_CAPTCHA_SITE_KEY', 'PORTICO_CAPTCHA_VERIFY_URL', 'PORTICO_FACTOR_EMAIL', 'PORTICO_GTM_ID'],
    ...['PORTICO_HOSTS', 'PORTICO_HOSTS_BAYSIDE', 'PORTICO_IDENTITY_TOKEN', 'PORTICO_IDENTITY_URL'],
    ...['PORTICO_SECRET_KEY_FORMER', 'PORTICO_SECRET_KEY_NEXT', 'PORTICO_SIGNING_P12', 'PORTICO_SIGNING_PASSWORD'],
    ...['PORTICO_STAFF_OIDC_ACR', 'PORTICO_STAFF_OIDC_CLIENT_ID', 'PORTICO_STAFF_OIDC_CLIENT_SECRET'],
    // The hours have no effect without an issuer.
    ...['PORTICO_STAFF_OIDC_ISSUER', 'PORTICO_STAFF_OIDC_ROLES', 'PORTICO_STAFF_OIDC_SESSION_HOURS'],
    'SMTP_URL',
  ]
  expect(empty.map(({ name }) => name)).toEqual(none)
})

it('lists every setting in the operations document', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
  const isDescribed = (name: string) => text.includes(name.replace(/^PORTICO_(LIMIT|LIFETIME)_/, ''))
  expect(shown.map(({ name }) => name).filter((name) => !isDescribed(name))).toEqual([])
})
