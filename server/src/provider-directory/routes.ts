import * as calls from '@portico/core/provider-directory/calls'
import type { Mount } from '#platform/calls/mount.ts'
import { reading } from '#platform/outcome.ts'
import { attestationRoutes } from './attestation-routes.ts'
import { addChangeNote } from './domain/queue/change-notes.ts'
import { acceptChanges, returnChanges, takeChange } from './domain/queue/decide-changes.ts'
import { exportChanges } from './domain/queue/export-changes.ts'
import { reportChange } from './domain/queue/report-change.ts'
import { describeChangeRules, reviewChange } from './domain/queue/review-change.ts'
import { showProviderAgain, suppressProvider } from './domain/queue/suppress.ts'
import { disputeChanges, openChangeSummary } from './domain/summaries/dispute-changes.ts'
import {
  keepDraft,
  listReceipts,
  listToVerify,
  listVerificationScopes,
  openDraft,
  openReceipt,
  selectToVerify,
} from './domain/verification/read-scope.ts'
import { applyRoster, openRosterHeadings, previewRoster } from './domain/verification/roster-file/roster-file.ts'
import { verifyDirectory } from './domain/verification/verify.ts'
import { findChangeQueue, findCoveredChanges } from './store/queue/list-changes.ts'
import { findNextChange } from './store/queue/reviewed-change.ts'
import { findSuppression } from './store/suppressed.ts'

/** Calls of the provider directory. */
export function providerDirectoryRoutes(mount: Mount): void {
  mountVerification(mount)
  attestationRoutes(mount)
  mountQueue(mount)
  mountSummaries(mount)
}

/** An office verifies the directory data of its scopes. */
function mountVerification(mount: Mount): void {
  mount(calls.listVerificationScopes, reading(listVerificationScopes))
  mount(calls.listToVerify, listToVerify)
  mount(calls.selectToVerify, selectToVerify)
  mount(calls.openVerificationDraft, openDraft)
  mount(calls.saveVerificationDraft, keepDraft)
  mount(calls.verifyDirectory, verifyDirectory)
  mount(calls.openRosterHeadings, openRosterHeadings)
  mount(calls.previewRoster, previewRoster)
  mount(calls.applyRoster, applyRoster)
  mount(calls.listReceipts, listReceipts)
  mount(calls.openReceipt, openReceipt)
}

/** Changes of offices in words, and the queue of plan staff. */
function mountQueue(mount: Mount): void {
  mount(calls.reportChange, reportChange)
  mount(calls.listMyChanges, reading(findCoveredChanges))
  mount(calls.listChanges, reading(findChangeQueue))
  mount(calls.exportChanges, exportChanges)
  mount(calls.nextChange, reading(findNextChange))
  mount(calls.describeChangeRules, reading(describeChangeRules))
  mount(calls.reviewChange, reviewChange)
  mount(calls.takeChange, takeChange)
  mount(calls.addChangeNote, addChangeNote)
  mount(calls.acceptChanges, acceptChanges)
  mount(calls.returnChanges, returnChanges)
  mount(
    calls.describeSuppression,
    reading(({ db }, { npi }) => findSuppression(db, npi)),
  )
  mount(calls.suppressProvider, suppressProvider)
  mount(calls.showProviderAgain, showProviderAgain)
}

/** The daily summary, by its mailed link. */
function mountSummaries(mount: Mount): void {
  mount(calls.openChangeSummary, openChangeSummary)
  mount(calls.disputeChanges, disputeChanges)
}
