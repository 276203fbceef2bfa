import type { SigningFacts } from '@portico/core/contracts/signing-shapes'
import type { Context } from '#platform/context.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { findSignatures } from '#platform/pdf/check-pdf.ts'
import type { RequestFacts } from '../../../access/access.ts'
import {
  findSignedFile,
  findSignedOf,
  findUsedCertificates,
  isSignedFileUnchanged,
  type Signing,
} from '../../store/signings.ts'
import { comparePlanAddress } from './plan-address.ts'
import { drawDocument } from './read.ts'
import { fingerprintOf } from './signed-document.ts'

/** Verifies each contract signed online on every call; results are not stored. */
export async function listSigningFacts(context: Context, request: RequestFacts): Promise<SigningFacts[]> {
  const signings = await findSignedOf(context.db, request.requestId)
  const listed = await readTogether(signings.map((signing) => factsOf(context, request, signing)))
  return listed.flat()
}

async function factsOf(context: Context, request: RequestFacts, signing: Signing): Promise<SigningFacts[]> {
  const { db } = context
  const { contract_id: contractId, signature_kind: signatureKind } = signing
  const file = contractId ? await findSignedFile(db, contractId) : undefined
  if (!contractId || !file?.content || !signatureKind) return []
  const signatures = findSignatures(file.content)
  const isKept = await isSignedFileUnchanged(db, signing, { content: file.content, sha256: file.sha256 })
  const ours = await findUsedCertificates(db)
  // A decided contract is not compared with current facts, because names can change later.
  const isAsShown = file.state !== 'RECEIVED' || (await drawDocument(context, request)).hash === signing.document_sha256
  return [
    {
      contractId,
      way: signing.way,
      unchanged: isKept && isAsShown,
      signatureValid:
        signatures.every(({ certificate }) => certificate && ours.has(fingerprintOf(certificate))) &&
        signatures.at(-1)?.end === file.content.length,
      codeConfirmed: signing.confirmed_at !== null,
      planAddress: await comparePlanAddress(db, request, signing),
      name: signing.signer_name,
      title: signing.signer_title,
      email: signing.signer_email,
      from: signing.signed_from ?? '',
      documentHash: signing.document_sha256 ?? '',
      certificate: signatures[0]?.certificate?.subject.replaceAll('\n', ', ') ?? '',
      signatureKind,
      askedOn: signing.requested_at.toISOString(),
      openedOn: signing.opened_at?.toISOString() ?? '',
      confirmedOn: signing.confirmed_at?.toISOString() ?? '',
      signedOn: signing.ended_at?.toISOString() ?? '',
    },
  ]
}
