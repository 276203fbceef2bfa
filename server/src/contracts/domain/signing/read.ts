import { createHash } from 'node:crypto'
import { contractFileName, STATUS } from '@portico/core/constants'
import { contractNotPrinted } from '@portico/core/contracts/signing-sentences'
import type { ShownContract, SignIdBody } from '@portico/core/contracts/signing-shapes'
import type { FileReply } from '#platform/calls/mount.ts'
import { type Context, VISITOR, type Visit } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { maskAddress } from '#platform/mail/mail-body.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import type { RequestFacts } from '../../../access/access.ts'
import {
  type ContractFacts,
  describeContract,
  findCachedContract,
  findMissingLetters,
  loadContractPdf,
} from '../../../registration/registration.ts'
import { updateSigning } from '../../store/signings.ts'
import { opened } from './events.ts'
import { openSigningLink, stepOf } from './open-link.ts'
import { actOn, registrantOf } from './readers.ts'

export type DrawnDocument = { facts: ContractFacts; content: Buffer; hash: string }

/** Renders the document from the current facts and hashes it. The same facts give the same bytes. */
export async function drawDocument(
  { db, address }: Pick<Context, 'db' | 'address'>,
  request: RequestFacts,
): Promise<DrawnDocument> {
  const facts = await describeContract(db, request)
  const content = Buffer.from(await findCachedContract(facts, networkOf(address ?? '')), 'base64')
  return { facts, content, hash: createHash('sha256').update(content).digest('hex') }
}

/**
 * openSigning: stores the hash of the document it shows, because the signature must match it. If the document changed
 * since it was last opened, consent and code confirmation are reset.
 */
export async function openSigning(context: Visit, { signId }: SignIdBody): Promise<Outcome<ShownContract>> {
  const found = await openSigningLink(context, signId)
  if ('refusal' in found) return found
  const { facts, hash } = await drawDocument(context, found.entity.request)
  const missing = findMissingLetters(facts)
  if (missing) return refuse(STATUS.pageMessage, contractNotPrinted(missing))
  return stepOf(context, signId, async (inside, { signing, request }) => {
    const isFirst = signing.opened_at === null
    const isOther = signing.document_sha256 !== null && signing.document_sha256 !== hash
    await updateSigning(inside.db, signing.id, {
      document_sha256: hash,
      ...(isFirst ? { opened_at: inside.now, opened_from: inside.address } : {}),
      ...(isOther ? { consented_at: null, code_hash: null, confirmed_at: null, confirmation_hash: null } : {}),
    })
    if (isFirst) await announce(inside, opened, actOn(request, { actor: VISITOR }))
    const { contractParts } = await loadContractPdf()
    const { rows, ...parts } = contractParts(facts)
    return {
      entity: {
        ...parts,
        facts: rows.map(([label, value]) => ({ label, value })),
        reference: request.reference,
        documentHash: hash,
        requester: registrantOf(request),
        own: signing.way === 'SELF',
        signerName: signing.signer_name,
        signerTitle: signing.signer_title,
        sentTo: maskAddress(signing.signer_email),
        expiresOn: signing.expires_at.toISOString(),
        fileName: contractFileName(request.npi ?? ''),
      },
    }
  })
}

export async function readDocument(context: Visit, { signId }: SignIdBody): Promise<Outcome<FileReply>> {
  const found = await openSigningLink(context, signId)
  if ('refusal' in found) return found
  const { request } = found.entity
  const { content } = await drawDocument(context, request)
  return { entity: { content, saveAs: contractFileName(request.npi ?? '') } }
}
