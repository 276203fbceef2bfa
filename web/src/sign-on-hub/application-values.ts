import { type ApplicationForm, readLines } from '@portico/core/sign-on-hub/application-form'
import type { Application } from '@portico/core/sign-on-hub/application-shapes'
import { brandNames } from '#shell/brands/brand-names.ts'

/** The form of an application. */
export type Values = ApplicationForm & {
  kinds: Application['kinds']
  scopes: Application['scopes']
  permissions: Application['permissions']
  tilePermission: Application['tilePermission']
  asksConsent: boolean
  allowsEmptyAccess: boolean
}

export const BLANK: Values = {
  name: '',
  brand: brandNames.length === 1 ? (brandNames[0]?.id ?? '') : '',
  redirectUris: '',
  logoutUri: '',
  postLogoutUris: '',
  tileUri: '',
  tilePermission: '',
  kinds: ['provider'],
  scopes: ['profile', 'email', 'access'],
  permissions: [],
  asksConsent: false,
  allowsEmptyAccess: false,
  signsInWith: 'secret',
  keySet: '',
}

export const valuesOf = (application: Application): Values => ({
  ...application,
  redirectUris: application.redirectUris.join('\n'),
  postLogoutUris: application.postLogoutUris.join('\n'),
  signsInWith: application.keySet === '' ? 'secret' : 'keys',
})

/** Everything but the logo, as the calls take it. */
export const bodyOf = (values: Values) => ({
  name: values.name.trim(),
  redirectUris: readLines(values.redirectUris),
  logoutUri: values.logoutUri.trim(),
  postLogoutUris: readLines(values.postLogoutUris),
  tileUri: values.tileUri.trim(),
  tilePermission: values.tilePermission,
  kinds: values.kinds,
  scopes: values.scopes,
  permissions: values.permissions,
  asksConsent: values.asksConsent,
  allowsEmptyAccess: values.allowsEmptyAccess,
  keySet: values.signsInWith === 'keys' ? values.keySet : '',
})
