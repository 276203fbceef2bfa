import { collectErrors, type FormErrors } from '../forms/form-errors.ts'

/** Limits and checks of the form of an application. The server checks addresses and key sets again. */

export const APPLICATION_NAME_MAX = 100
export const ADDRESS_MAX = 1_000
export const ADDRESSES_MAX = 20
export const KEY_SET_MAX = 20_000
/** 64 kB in Base64. */
export const LOGO_BASE64_MAX = 87_384

export const APPLICATION_TEXTS = {
  name: 'Please enter a name.',
  brand: 'Please choose a brand.',
  redirect: 'Please enter at least one redirect address.',
  address: 'Please enter whole addresses that start with https://, one on each line.',
  many: `Please enter at most ${ADDRESSES_MAX} addresses.`,
  kinds: 'Please choose who can sign in.',
  keySet: 'Please paste the key set.',
  json: 'Please paste the key set as JSON.',
  changed: 'Someone else changed this application first, so your change was not saved. What you typed is still here.',
  gone: 'There is no application with this client ID.',
} as const

export type ApplicationForm = {
  name: string
  brand: string
  /** One address on each line. */
  redirectUris: string
  logoutUri: string
  postLogoutUris: string
  tileUri: string
  kinds: readonly string[]
  signsInWith: 'secret' | 'keys'
  keySet: string
}

/** The addresses of a text with one on each line. */
export const readLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

export function checkApplicationForm(form: ApplicationForm): FormErrors {
  return collectErrors({
    name: form.name.trim() === '' && APPLICATION_TEXTS.name,
    brand: form.brand === '' && APPLICATION_TEXTS.brand,
    redirectUris:
      readLines(form.redirectUris).length === 0 ? APPLICATION_TEXTS.redirect : checkLines(form.redirectUris),
    postLogoutUris: checkLines(form.postLogoutUris),
    logoutUri: checkLines(form.logoutUri),
    kinds: form.kinds.length === 0 && APPLICATION_TEXTS.kinds,
    tileUri: checkLines(form.tileUri),
    keySet: form.signsInWith === 'keys' && checkKeySet(form.keySet),
  })
}

function checkLines(text: string): string | false {
  const lines = readLines(text)
  if (lines.length > ADDRESSES_MAX) return APPLICATION_TEXTS.many
  return (
    lines.some((line) => line.length > ADDRESS_MAX || !/^https?:\/\/[^\s/]+/i.test(line)) && APPLICATION_TEXTS.address
  )
}

function checkKeySet(text: string): string | false {
  if (text.trim() === '') return APPLICATION_TEXTS.keySet
  return parseKeySet(text) === undefined && APPLICATION_TEXTS.json
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseKeySet(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
