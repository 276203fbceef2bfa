import { STATUS } from '@portico/core/constants'
import { COPY_EXPIRED, COPY_UNKNOWN } from '@portico/core/contracts/signing-sentences'
import type { CopyQuery, SignedCopy } from '@portico/core/contracts/signing-shapes'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn, Visit } from '#platform/context.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequest } from '../../../access/access.ts'
import { findOwnSignedFile, findSignedFile, findSigning } from '../../store/signings.ts'
import { openCountedLink } from './open-link.ts'

async function openCopy(context: Visit, copyId: string) {
  const { db } = context
  const found = await openCountedLink(context, 'SIGNED_COPY', copyId)
  const signing = found.link?.signingId ? await findSigning(db, found.link.signingId) : undefined
  const file = signing?.contract_id ? await findSignedFile(db, signing.contract_id) : undefined
  const request = signing && (await findRequest(db, signing.request_id))
  if (!signing || !request || !file?.content) return refuse(STATUS.notAcceptable, COPY_UNKNOWN, 'link-unknown')
  if (found.state !== 'open') return refuse(STATUS.expired, COPY_EXPIRED, 'link-expired')
  return { entity: { signing, request, file, content: file.content } }
}

/** copyByLink: does not use up the link; the reader can save the copy any number of times. */
export async function describeCopy(context: Visit, { copyId }: CopyQuery): Promise<Outcome<SignedCopy>> {
  const copy = await openCopy(context, copyId)
  if ('refusal' in copy) return copy
  const { signing, request, file } = copy.entity
  return {
    entity: {
      reference: request.reference,
      signedBy: `${signing.signer_name}, ${signing.signer_title}`,
      signedOn: signing.ended_at?.toISOString() ?? '',
      validatedOn: file.state === 'VALIDATED' ? (file.decided_at?.toISOString() ?? '') : '',
      fileName: file.file_name ?? '',
    },
  }
}

export async function saveCopy(context: Visit, { copyId }: CopyQuery): Promise<Outcome<FileReply>> {
  const copy = await openCopy(context, copyId)
  if ('refusal' in copy) return copy
  const { content, file } = copy.entity
  return { entity: { content, saveAs: file.file_name ?? 'signed-contract.pdf' } }
}

/** signedCopy: returns the signed-in requester's own copy. */
export async function saveOwnCopy(
  { db, session }: SignedIn,
  { reference }: { reference: string },
): Promise<Outcome<FileReply>> {
  const { content, file_name } = (await findOwnSignedFile(db, session.accountId, reference)) ?? {}
  if (!content) throw new HttpFailure(404, 'no-file', 'We could not find this document.')
  return { entity: { content, saveAs: file_name ?? 'signed-contract.pdf' } }
}
