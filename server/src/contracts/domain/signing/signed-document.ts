import { createHash } from 'node:crypto'
import { CONSENT } from '@portico/core/contracts/signing-sentences'
import type { SignBody } from '@portico/core/contracts/signing-shapes'
import type { RequestFacts } from '../../../access/access.ts'
import { findBrand } from '../../../platform/brands/brands.ts'
import type { InTransaction } from '../../../platform/context.ts'
import { canSign, findSigningCertificate } from '../../../platform/keys/signing-certificate.ts'
import { loadContractPdf } from '../../../registration/registration.ts'
import { findSignedFile, findSigningOfContract, type Signing, updateSignedFile } from '../../store/signings.ts'
import { queueValidatedMail, registrantOf } from './mails.ts'
import type { OpenSigning } from './open-link.ts'
import type { DrawnDocument } from './read.ts'

/** Loads lazily: the PDF library would take a sixth of the startup time. */
const loadSignPdf = () => import('../../../platform/pdf/sign-pdf.ts')

type Made = { content: Buffer; pages: number; safeCopy: Buffer }

/** Renders the contract with its signature and evidence page, and signs it with the plan's certificate. */
export async function makeSignedDocument(
  context: InTransaction,
  { signing, request }: OpenSigning,
  shown: DrawnDocument,
  { typed, strokes }: Pick<SignBody, 'typed' | 'strokes'>,
): Promise<Made> {
  const { now, settings } = context
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
  const { signPdf } = await loadSignPdf()
  const content = await signPdf(document, findSigningCertificate(settings), {
    field: 'Signature1',
    reason: `Signed electronically by ${signing.signer_name}, ${signing.signer_title}`,
    name: findBrand(request.brand).legalName,
    at: now,
  })
  return { content, pages, safeCopy: document }
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

/** Appends the plan's signature on validation. The first signature remains valid for its own byte range. */
export async function countersign(context: InTransaction, request: RequestFacts, contractId: string): Promise<void> {
  const { db, now, settings } = context
  const signing = await findSigningOfContract(db, contractId)
  const file = signing && (await findSignedFile(db, contractId))
  if (!signing || !file?.content) return
  if (canSign(settings)) {
    const name = findBrand(request.brand).legalName
    const words = { field: 'Signature2', reason: `Validated by ${name}`, name, at: now }
    const { signPdf } = await loadSignPdf()
    const content = await signPdf(file.content, findSigningCertificate(settings), words)
    await updateSignedFile(db, contractId, { content, sha256: createHash('sha256').update(content).digest('hex') })
  }
  await queueValidatedMail(context, request, signing)
}
