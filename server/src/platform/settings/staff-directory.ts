import { STAFF_ROLES, type StaffRole } from '@portico/core/access/staff-roles'
import type { UserKind } from '@portico/core/call'
import { readOneOf, readUrl, readWholeNumber, SettingsError, splitList } from './read-values.ts'
import type { Env } from './unknown-settings.ts'

const WAYS = ['password', 'oidc', 'either'] as const
/** How plan staff sign in: by password, through the plan's directory, or by either. */
export type StaffSignIn = (typeof WAYS)[number]

/** The plan's directory, an OpenID provider that staff sign in with. */
export type StaffDirectory = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Values of `acr` that stand for a second factor. */
  acr: string[]
  /** The claim that lists a person's groups, and the role of each group, in order of precedence. */
  roles: { claim: string; groups: [group: string, role: StaffRole][] } | undefined
  /** How long a session lasts if the directory announces no back-channel logout. */
  sessionHours: number
}

type Read = { staffSignIn: StaffSignIn; staffDirectory: StaffDirectory | undefined }

export function readStaffDirectory(env: Env): Read {
  const staffSignIn = readOneOf(env, 'PORTICO_STAFF_SIGN_IN', WAYS, 'password')
  const issuer = readUrl(env, 'PORTICO_STAFF_OIDC_ISSUER')
  const sessionHours = readWholeNumber(env, 'PORTICO_STAFF_OIDC_SESSION_HOURS', 8, { min: 1, max: 24 })
  const { PORTICO_STAFF_OIDC_CLIENT_ID: clientId, PORTICO_STAFF_OIDC_CLIENT_SECRET: clientSecret } = env
  const { PORTICO_STAFF_OIDC_ACR: acr, PORTICO_STAFF_OIDC_ROLES: roles } = env
  const isWhole = issuer && clientId && clientSecret
  if (!isWhole && (issuer || clientId || clientSecret || staffSignIn !== 'password'))
    throw new SettingsError(
      'Staff sign-in through a directory needs PORTICO_STAFF_OIDC_ISSUER, PORTICO_STAFF_OIDC_CLIENT_ID and PORTICO_STAFF_OIDC_CLIENT_SECRET.',
    )
  if (!isWhole) return { staffSignIn, staffDirectory: undefined }
  if (env.NODE_ENV === 'production' && !issuer.startsWith('https://'))
    throw new SettingsError('PORTICO_STAFF_OIDC_ISSUER must start with https:// in production.')
  // Some issuers end with a slash, and the issuer of a token must match exactly.
  const asGiven = env.PORTICO_STAFF_OIDC_ISSUER ?? issuer
  const values = (acr ?? '').split(/[\s,]+/).filter(Boolean)
  const directory = { issuer: asGiven, clientId, clientSecret, acr: values, roles: readRoles(roles), sessionHours }
  return { staffSignIn, staffDirectory: directory }
}

/** For example `groups:portal-admins=ADMINISTRATOR,portal-reviewers=REVIEWER`. Some directories name claims by an address. */
function readRoles(text: string | undefined): StaffDirectory['roles'] {
  if (!text) return undefined
  const [, claim, list] = /^((?:https?:\/\/)?[\w./-]+):(.+)$/s.exec(text) ?? []
  const groups = splitList(list).map((pair): [string, StaffRole] => {
    const [, group = '', name] = /^(.+)=(\w+)$/.exec(pair) ?? []
    const role = STAFF_ROLES.find((known) => known === name)
    if (!role)
      throw new SettingsError(
        `PORTICO_STAFF_OIDC_ROLES must give each group one of ${STAFF_ROLES.join(', ')}, not '${pair}'.`,
      )
    return [group, role]
  })
  if (!claim || groups.length === 0)
    throw new SettingsError(
      'PORTICO_STAFF_OIDC_ROLES must name a claim and its groups, such as groups:portal-admins=ADMINISTRATOR.',
    )
  return { claim, groups }
}

/** True if an account of this kind signs in only through the plan's directory: no password, reset or passkey opens it. */
export const isDirectoryOnly = ({ staffSignIn }: { staffSignIn: StaffSignIn }, kind: UserKind): boolean =>
  kind === 'internal' && staffSignIn === 'oidc'
