import { expect, test } from 'vitest'
import { SettingsError } from './read-values.ts'
import { readStaffDirectory } from './staff-directory.ts'

const whole = {
  PORTICO_STAFF_OIDC_ISSUER: 'https://login.example.org/tenant/',
  PORTICO_STAFF_OIDC_CLIENT_ID: 'portal',
  PORTICO_STAFF_OIDC_CLIENT_SECRET: 'secret',
}
const NEEDS = 'needs PORTICO_STAFF_OIDC_ISSUER, PORTICO_STAFF_OIDC_CLIENT_ID and PORTICO_STAFF_OIDC_CLIENT_SECRET.'
const CLAIM = 'PORTICO_STAFF_OIDC_ROLES must name a claim and its groups'
const ROLES = 'PORTICO_STAFF_OIDC_ROLES must give each group one of ADMINISTRATOR, '

test('without settings, staff sign in with passwords and there is no directory', () => {
  expect(readStaffDirectory({})).toEqual({ staffSignIn: 'password', staffDirectory: undefined })
})

test('keeps the issuer to the letter, since the issuer of a token must match it', () => {
  const { staffDirectory } = readStaffDirectory({ ...whole, PORTICO_STAFF_SIGN_IN: 'either' })
  expect(staffDirectory).toEqual({
    issuer: 'https://login.example.org/tenant/',
    clientId: 'portal',
    clientSecret: 'secret',
    acr: [],
    roles: undefined,
    sessionHours: 8,
  })
})

test('reads acr values, the roles of groups in order, and the length of a session', () => {
  const { staffDirectory } = readStaffDirectory({
    ...whole,
    PORTICO_STAFF_OIDC_ACR: 'urn:mfa, urn:passkey',
    PORTICO_STAFF_OIDC_ROLES: 'https://example.org/groups:portal-admins=ADMINISTRATOR, a=b=REVIEWER',
    PORTICO_STAFF_OIDC_SESSION_HOURS: '10',
  })
  expect(staffDirectory).toMatchObject({
    acr: ['urn:mfa', 'urn:passkey'],
    roles: {
      claim: 'https://example.org/groups',
      groups: [
        ['portal-admins', 'ADMINISTRATOR'],
        ['a=b', 'REVIEWER'],
      ],
    },
    sessionHours: 10,
  })
})

test.each([
  [{ PORTICO_STAFF_SIGN_IN: 'ldap' }, "PORTICO_STAFF_SIGN_IN must be one of password, oidc, either, not 'ldap'."],
  [{ PORTICO_STAFF_OIDC_ISSUER: 'login.example.org' }, 'PORTICO_STAFF_OIDC_ISSUER must be a web address'],
  [{ PORTICO_STAFF_OIDC_ISSUER: 'ldap://login.example.org' }, 'PORTICO_STAFF_OIDC_ISSUER must be a web address'],
  [{ PORTICO_STAFF_OIDC_ISSUER: '' }, NEEDS],
  [{ PORTICO_STAFF_OIDC_CLIENT_ID: '' }, NEEDS],
  [{ PORTICO_STAFF_OIDC_CLIENT_SECRET: '' }, NEEDS],
  [{ PORTICO_STAFF_OIDC_SESSION_HOURS: '0' }, 'PORTICO_STAFF_OIDC_SESSION_HOURS must be a whole number from 1 to 24'],
  [{ PORTICO_STAFF_OIDC_SESSION_HOURS: '25' }, 'PORTICO_STAFF_OIDC_SESSION_HOURS must be a whole number from 1 to 24'],
  [{ PORTICO_STAFF_OIDC_SESSION_HOURS: '8h' }, 'PORTICO_STAFF_OIDC_SESSION_HOURS must be a whole number from 1 to 24'],
  [{ PORTICO_STAFF_OIDC_ROLES: 'portal-admins=ADMINISTRATOR' }, CLAIM],
  [{ PORTICO_STAFF_OIDC_ROLES: 'groups:' }, CLAIM],
  [{ PORTICO_STAFF_OIDC_ROLES: 'groups:,' }, CLAIM],
  [{ PORTICO_STAFF_OIDC_ROLES: 'groups:portal-admins' }, ROLES],
  [{ PORTICO_STAFF_OIDC_ROLES: 'groups:portal-admins=OWNER' }, ROLES],
  [{ PORTICO_STAFF_OIDC_ROLES: 'groups:=ADMINISTRATOR' }, ROLES],
  [
    { PORTICO_STAFF_OIDC_ISSUER: 'http://login.example.org', NODE_ENV: 'production' },
    'PORTICO_STAFF_OIDC_ISSUER must start with https:// in production.',
  ],
])('refuses %j with a sentence', (change, sentence) => {
  const read = () => readStaffDirectory({ ...whole, PORTICO_STAFF_SIGN_IN: 'oidc', ...change })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(sentence)
})

test.each(['oidc', 'either'])('%s needs a directory', (way) => {
  expect(() => readStaffDirectory({ PORTICO_STAFF_SIGN_IN: way })).toThrow(NEEDS)
})
