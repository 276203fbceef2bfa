import * as attestation from '@portico/core/provider-directory/attestation/calls'
import * as calls from '@portico/core/provider-directory/calls'
import type { FastifyInstance } from 'fastify'
import type { Mount } from '#platform/calls/mount.ts'
import type { Context } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { reading } from '#platform/outcome.ts'
import { listAttestations, recordAttestation, withdrawAttestation } from './domain/attestation/attest.ts'
import { drawSample, exportSampleFrame, redrawSample } from './domain/attestation/draw-sample.ts'
import { exportAttestations, exportFindings, exportSample } from './domain/attestation/export-attestation.ts'
import { describeReadiness, recheckDirectory } from './domain/attestation/readiness.ts'
import { finishSample, listSamples, openSample, saveSampleResult } from './domain/attestation/samples.ts'
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
import { registerDirectoryFiles } from './routes/directory-files.ts'
import { registerFhir } from './routes/fhir.ts'
import { findFindings } from './store/attestation/findings.ts'
import { findChangeQueue, findCoveredChanges } from './store/queue/list-changes.ts'
import { findNextChange } from './store/queue/reviewed-change.ts'
import { findSuppression } from './store/suppressed.ts'

/** The published directory: the interface at /fhir, and files. */
export async function registerProviderDirectory(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerFhir(app, deps)
  await registerDirectoryFiles(app, deps)
}

/** Calls of the provider directory. */
export function providerDirectoryRoutes(mount: Mount): void {
  mountVerification(mount)
  mountAttestation(mount)
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

/** Calls of the console page 'Directory'. */
function mountAttestation(mount: Mount): void {
  mount(attestation.describeReadiness, reading(describeReadiness))
  mount(
    attestation.listFindings,
    reading((context: Context, query) => findFindings(context.db, query)),
  )
  mount(attestation.exportFindings, exportFindings)
  mount(attestation.recheckDirectory, recheckDirectory)

  mount(attestation.listSamples, reading(listSamples))
  mount(attestation.openSample, openSample)
  mount(attestation.drawSample, drawSample)
  mount(attestation.saveSampleResult, saveSampleResult)
  mount(attestation.finishSample, finishSample)
  mount(attestation.redrawSample, redrawSample)
  mount(attestation.exportSample, exportSample)
  mount(attestation.exportSampleFrame, exportSampleFrame)

  mount(attestation.listAttestations, reading(listAttestations))
  mount(attestation.exportAttestations, exportAttestations)
  mount(attestation.recordAttestation, recordAttestation)
  mount(attestation.withdrawAttestation, withdrawAttestation)
}
