import { accessSync, constants } from 'node:fs'
import { type BrandAddresses, brands, standardBrand } from '../brands/brands.ts'
import { readUrl, SettingsError, splitList } from './read-values.ts'
import type { Env } from './unknown-settings.ts'

/** Variables that exist per brand. */
export const suffixOf = (brand: string): string =>
  brand === standardBrand.id ? '' : `_${brand.toUpperCase().replaceAll('-', '_')}`

export const hostsOf = (brand: string): string => `PORTICO_HOSTS${suffixOf(brand)}`

/**
 * PORTICO_PUBLIC_URL belongs to the standard brand; another brand has PORTICO_PUBLIC_URL_<BRAND> and
 * PORTICO_HOSTS_<BRAND>.
 */
export function readBrandAddresses(env: Env, port: number): BrandAddresses {
  const publicUrls: BrandAddresses['publicUrls'] = {}
  const brandHosts: BrandAddresses['brandHosts'] = {}
  const claimed = new Map<string, string>()
  for (const { id, standard, demo } of brands) {
    const name = `PORTICO_PUBLIC_URL${suffixOf(id)}`
    const url = readUrl(env, name)
    publicUrls[id] = url ?? `http://${demo.host}:${port}`
    const further = splitList(env[hostsOf(id)])
    // No production visitor uses the demo's host.
    const own = url ? new URL(url).hostname : demo.host
    const hosts = env.NODE_ENV === 'production' ? [own, ...further] : [own, demo.host, ...further]
    claim(claimed, name, [own])
    claim(claimed, hostsOf(id), further, name)
    if (!standard) for (const host of hosts) brandHosts[host.toLowerCase()] = id
  }
  return { publicUrls, brandHosts }
}

/** A host leads to one brand. A brand can list its own public host again. */
function claim(claimed: Map<string, string>, name: string, hosts: string[], own = name): void {
  for (const host of hosts.map((text) => text.toLowerCase())) {
    const other = claimed.get(host)
    if (other && other !== name && other !== own)
      throw new SettingsError(`${name} names ${host}, which ${other} gives to another brand.`)
    claimed.set(host, other ?? name)
  }
}

/** A loopback address is only the reader's own machine, so mailed links must not lead there. */
export function refuseDemoHost(name: string, host: string): void {
  if (/(^|\.)localhost\.?$/i.test(host) || brands.some(({ demo }) => demo.host === host.toLowerCase()))
    throw new SettingsError(`${name} cannot be ${host} in production: it is a host of the demo.`)
}

/** The value is not repeated: it contains a password. */
export function readSmtpUrl(env: Env): string | undefined {
  const text = env.SMTP_URL
  if (!text) return undefined
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text) || !new URL(text).hostname)
    throw new SettingsError('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587.')
  return text
}

const SENDER = /^(?:[^<>\p{Cc}]*<([^<>]+)>|([^<>]+))$/u
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/

export function readMailFrom(env: Env): string {
  const text = env.MAIL_FROM || 'Portico <no-reply@portico.example>'
  const [, named, bare] = SENDER.exec(text.trim()) ?? []
  if (!ADDRESS.test(named ?? bare ?? ''))
    throw new SettingsError(`MAIL_FROM must be a sender such as Portal <no-reply@example.org>, not '${text}'.`)
  return text
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The value is not repeated: it contains a password. */
export function readDatabaseUrl(env: Env, name: string): string | undefined {
  const url = env[name]
  if (!url) return undefined
  checkDatabaseUrl(url, `${name} must be an address such as postgres://user:password@host/database.`, name)
  return url
}

function checkDatabaseUrl(url: string, sentence: string, name: string): void {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new SettingsError(sentence)
  const options = new URLSearchParams(url.split('?')[1])
  const mode = options.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new SettingsError(`sslmode in ${name} must be one of ${SSL_MODES.join(', ')}, not '${mode}'.`)
  for (const option of ['sslrootcert', 'sslcert', 'sslkey'])
    refuseUnreadable(options.get(option), `${option} in ${name}`)
}

function refuseUnreadable(file: string | null, what: string): void {
  if (file === null) return
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new SettingsError(`${what} names the file ${file}, which cannot be read.`)
  }
}

/** A warning if a database address leads to another machine without TLS. */
export function checkEncryption({ databaseUrl }: { databaseUrl: string | undefined }): string | undefined {
  if (!databaseUrl || !isUnencrypted(databaseUrl)) return undefined
  return `The connection to the database on ${hostOf(databaseUrl)} is not encrypted. Add sslmode=verify-full and sslrootcert to its address.`
}

function isUnencrypted(url: string): boolean {
  const options = new URLSearchParams(url.split('?')[1])
  const host = hostOf(url)
  const isLocal = host === '' || host.startsWith('/') || /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)
  const mode = options.get('sslmode')
  const isOff = mode === 'disable' || (mode === null && !['true', '1'].includes(options.get('ssl') ?? ''))
  return !isLocal && isOff
}

function hostOf(url: string): string {
  const [address = '', query] = url.split('?')
  const [, host = ''] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)/.exec(address) ?? []
  return new URLSearchParams(query).get('host') ?? decodeURIComponent(host)
}
