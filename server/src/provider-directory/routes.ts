import * as calls from '@portico/core/provider-directory/calls'
import type { Mount } from '../platform/http/mount.ts'
import { reading } from '../platform/outcome.ts'
import { attestationRoutes } from './attestation-routes.ts'
import {
  keepDraft,
  listReceipts,
  listToVerify,
  listVerificationScopes,
  openDraft,
  openReceipt,
  selectToVerify,
} from './domain/verification/read-scope.ts'
import { verifyDirectory } from './domain/verification/verify.ts'

/** Calls of the provider directory. */
export function providerDirectoryRoutes(mount: Mount): void {
  mountVerification(mount)
  attestationRoutes(mount)
}

/** An office verifies the directory data of its scopes. */
function mountVerification(mount: Mount): void {
  mount(calls.listVerificationScopes, reading(listVerificationScopes))
  mount(calls.listToVerify, listToVerify)
  mount(calls.selectToVerify, selectToVerify)
  mount(calls.openVerificationDraft, openDraft)
  mount(calls.saveVerificationDraft, keepDraft)
  mount(calls.verifyDirectory, verifyDirectory)
  mount(calls.listReceipts, listReceipts)
  mount(calls.openReceipt, openReceipt)
}
