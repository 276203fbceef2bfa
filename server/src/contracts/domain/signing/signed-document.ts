import { createHash, type X509Certificate } from 'node:crypto'
import { CONSENT } from '@portico/core/contracts/signing-sentences'
import type { SignBody } from '@portico/core/contracts/signing-shapes'
import { findBrand } from '#platform/brands/brands.ts'
import type { InTransaction } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { canSign, findSigningCertificate } from '#platform/keys/signing-certificate.ts'
import type { RequestFacts } from '../../../access/access.ts'
import { loadContractPdf } from '../../../registration/registration.ts'
import {
  findSignedFile,
  findSigningOfContract,
  insertUsedCertificate,
  isSignedFileUnchanged,
  type Signing,
  updateSignedFile,
} from '../../store/signings.ts'
import { signedContractValidated } from './events.ts'
import { createCopyLink } from './links.ts'
import type { OpenSigning } from './open-link.ts'
import type { DrawnDocument } from './read.ts'
import { registrantOf } from './readers.ts'

type Words = Parameters<typeof import('#platform/pdf/sign-pdf.ts').signPdf>[2]

/** Signs with the plan's certificate, and records that it is in use: only such signatures count as valid. */
async function signAsPlan(
  context: InTransaction,
  document: Buffer,
  words: Words,
): Promise<{ content: Buffer; sha256: string }> {
  const certificate = findSigningCertificate(context.settings)
  // Loads lazily: the PDF library would take a sixth of the startup time.
  const { signPdf } = await import('#platform/pdf/sign-pdf.ts')
  const content = await signPdf(document, certificate, words)
  await insertUsedCertificate(context, fingerprintOf(certificate.certificate))
  return { content, sha256: createHash('sha256').update(content).digest('hex') }
}

export const fingerprintOf = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('hex')

type Made = { content: Buffer; sha256: string; pages: number; safeCopy: Buffer }

/** Renders the contract with its signature and evidence page, and signs it with the plan's certificate. */
export async function makeSignedDocument(
  context: InTransaction,
  { signing, request }: OpenSigning,
  shown: DrawnDocument,
  { typed, strokes }: Pick<SignBody, 'typed' | 'strokes'>,
): Promise<Made> {
  const { now } = context
  const { fillSignedContract } = await loadContractPdf()
  const { document, pages } = await fillSignedContract(shown.facts, {
    name: signing.signer_name,
    title: signing.signer_title,
    email: signing.signer_email,
    at: now,
    typed,
    strokes,
    documentHash: shown.hash,
    consent: CONSENT,
    registrant: { name: registrantOf(request), at: request.createdAt },
    steps: stepsOf(context, signing, request),
  })
  const signed = await signAsPlan(context, document, {
    field: 'Signature1',
    reason: `Signed electronically by ${signing.signer_name}, ${signing.signer_title}`,
    name: findBrand(request.brand).legalName,
    at: now,
  })
  return { ...signed, pages, safeCopy: document }
}

function stepsOf({ now, address }: InTransaction, signing: Signing, request: RequestFacts) {
  const from = (network: string | null) => (network ? `from ${network}` : '')
  const steps: { what: string; at: Date | null; how: string }[] = [
    {
      what: signing.way === 'SELF' ? 'Begun' : 'Asked for',
      at: signing.requested_at,
      how: `by ${registrantOf(request)}`,
    },
    { what: 'Opened', at: signing.opened_at, how: from(signing.opened_from) },
    { what: 'Agreed, code sent', at: signing.code_sent_at, how: `to ${signing.signer_email}` },
    { what: 'Code confirmed', at: signing.confirmed_at, how: from(signing.confirmed_from) },
    { what: 'Signed', at: now, how: from(address) },
  ]
  return steps.flatMap(({ what, at, how }) => (at ? [{ what, at, how }] : []))
}

/**
 * Appends the plan's signature on validation. The first signature remains valid for its own byte range. Returns the
 * stored hash of the file; undefined if the contract was not signed online, or if the file has changed since: such a
 * file gets no signature of the plan.
 */
export async function countersign(
  context: InTransaction,
  request: RequestFacts,
  contractId: string,
): Promise<string | undefined> {
  const { db, now, settings } = context
  const signing = await findSigningOfContract(db, contractId)
  const file = signing && (await findSignedFile(db, contractId))
  if (!signing || !file?.content) return undefined
  const { content, sha256 } = file
  const isUnchanged = await isSignedFileUnchanged(db, signing, { content, sha256 })
  const isSigned = isUnchanged && canSign(settings)
  const copyId = await createCopyLink(context, signing)
  await announce(context, signedContractValidated, { request, signing, copyId, isCountersigned: isSigned })
  if (!isSigned) return isUnchanged ? (sha256 ?? undefined) : undefined
  const name = findBrand(request.brand).legalName
  const words = { field: 'Signature2', reason: `Validated by ${name}`, name, at: now }
  const signed = await signAsPlan(context, content, words)
  await updateSignedFile(db, contractId, signed)
  return signed.sha256
}
