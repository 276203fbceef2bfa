import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import forge from 'node-forge'
import type { Settings } from '../settings/settings.ts'
import { acceptedKeys, type Keys } from './secret-key.ts'

/** Signs documents: the plan's key, its certificate and the certificate chain. */
export type SigningCertificate = { key: KeyObject; certificate: X509Certificate; chain: X509Certificate[] }

/** Without a configured file, every server except a production one creates its own certificate and keeps it. */
export const canSign = ({ signing, production }: Pick<Settings, 'signing' | 'production'>): boolean =>
  signing !== undefined || !production

const opened = new Map<string, SigningCertificate>()

/** Opened once per process: deriving the key from the password takes time. */
export function findSigningCertificate(settings: SigningSettings): SigningCertificate {
  const { signing, dataDir } = settings
  const file = signing?.p12File ?? join(dataDir, 'signing.p12')
  const known = opened.get(file)
  if (known) return known
  const certificate = signing ? readSigningFile(readFileSync(file), signing.password) : openOwnFile(file, settings)
  opened.set(file, certificate)
  return certificate
}

type SigningSettings = Pick<Settings, 'signing' | 'dataDir'> & Keys

/** The server's own file is encrypted under the secret key; during a rotation, under either key. */
function openOwnFile(file: string, settings: SigningSettings): SigningCertificate {
  const [own, ...others] = acceptedKeys(settings).map(passwordFrom)
  if (!existsSync(file)) keepOwnCertificate(file, settings.dataDir, own ?? '')
  try {
    return readSigningFile(readFileSync(file), own ?? '')
  } catch (error) {
    const [other] = others
    if (other === undefined) throw error
    return readSigningFile(readFileSync(file), other)
  }
}

const passwordFrom = (secretKey: string): string =>
  createHash('sha256').update(`signing|${secretKey}`).digest('base64url')

/** Re-encrypts the server's own file under the next key. Returns true if it was under the previous one. */
export function lockAnew(settings: SigningSettings): boolean {
  const file = join(settings.dataDir, 'signing.p12')
  const [own, other] = acceptedKeys(settings).map(passwordFrom)
  if (settings.signing || !existsSync(file) || !own || !other || isOpenedBy(file, own)) return false
  const { key, certificate } = readSigningFile(readFileSync(file), other)
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const parts = [forge.pki.privateKeyFromPem(pem), forge.pki.certificateFromPem(certificate.toString())] as const
  const mine = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(mine, lockFile(...parts, own), { mode: 0o600, flag: 'wx' })
  renameSync(mine, file)
  return true
}

function isOpenedBy(file: string, password: string): boolean {
  try {
    readSigningFile(readFileSync(file), password)
    return true
  } catch {
    return false
  }
}

/** If several processes start together, the first one's certificate is used. */
function keepOwnCertificate(file: string, dataDir: string, password: string): void {
  mkdirSync(dataDir, { recursive: true })
  const mine = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(mine, makeCertificate(password), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(mine, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  }
  rmSync(mine)
}

const TEN_YEARS_MS = 10 * 365 * DAY_MS

/** Self-signed: proves that a document is unchanged, and states that no authority vouches for it. */
function makeCertificate(password: string): Buffer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS)
  certificate.validity.notAfter = new Date(Date.now() + TEN_YEARS_MS)
  const subject = [
    { name: 'commonName', value: 'Portico demo signing (not for real contracts)' },
    { name: 'organizationName', value: 'Portico' },
  ]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true },
  ])
  certificate.sign(key, forge.md.sha256.create())
  return lockFile(key, certificate, password)
}

function lockFile(key: forge.pki.rsa.PrivateKey, certificate: forge.pki.Certificate, password: string): Buffer {
  const p12 = forge.pkcs12.toPkcs12Asn1(key, [certificate], password, { algorithm: 'aes256' })
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary')
}

/** Throws if the file or its password is invalid. */
export function readSigningFile(p12: Buffer, password: string): SigningCertificate {
  const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('binary')), false, password)
  const keys = [...bagsOf(file, 'pkcs8ShroudedKeyBag'), ...bagsOf(file, 'keyBag')]
  const key = keys.flatMap((bag) => (bag.key ? [createPrivateKey(forge.pki.privateKeyToPem(bag.key))] : []))[0]
  const certificates = bagsOf(file, 'certBag').flatMap(({ cert }) =>
    cert ? [new X509Certificate(forge.pki.certificateToPem(cert))] : [],
  )
  const certificate = key && certificates.find((one) => one.checkPrivateKey(key))
  if (!certificate) throw new Error('there is no RSA key with its certificate in the file')
  return { key, certificate, chain: certificates.filter((one) => one !== certificate) }
}

function bagsOf(file: forge.pkcs12.Pkcs12Pfx, kind: 'pkcs8ShroudedKeyBag' | 'keyBag' | 'certBag'): forge.pkcs12.Bag[] {
  const bagType = forge.pki.oids[kind] ?? ''
  return file.getBags({ bagType })[bagType] ?? []
}
