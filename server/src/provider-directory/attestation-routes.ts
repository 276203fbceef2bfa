import * as calls from '@portico/core/provider-directory/attestation/calls'
import type { Mount } from '#platform/calls/mount.ts'
import type { Context } from '#platform/context.ts'
import { reading } from '#platform/outcome.ts'
import { listAttestations, recordAttestation, withdrawAttestation } from './domain/attestation/attest.ts'
import { drawSample, exportSampleFrame, redrawSample } from './domain/attestation/draw-sample.ts'
import { exportAttestations, exportFindings, exportSample } from './domain/attestation/export-attestation.ts'
import { describeReadiness, recheckDirectory } from './domain/attestation/readiness.ts'
import { finishSample, listSamples, openSample, saveSampleResult } from './domain/attestation/samples.ts'
import { findFindings } from './store/attestation/findings.ts'

/** Calls of the console page 'Directory'. */
export function attestationRoutes(mount: Mount): void {
  mount(calls.describeReadiness, reading(describeReadiness))
  mount(
    calls.listFindings,
    reading((context: Context, query) => findFindings(context.db, query)),
  )
  mount(calls.exportFindings, exportFindings)
  mount(calls.recheckDirectory, recheckDirectory)

  mount(calls.listSamples, reading(listSamples))
  mount(calls.openSample, openSample)
  mount(calls.drawSample, drawSample)
  mount(calls.saveSampleResult, saveSampleResult)
  mount(calls.finishSample, finishSample)
  mount(calls.redrawSample, redrawSample)
  mount(calls.exportSample, exportSample)
  mount(calls.exportSampleFrame, exportSampleFrame)

  mount(calls.listAttestations, reading(listAttestations))
  mount(calls.exportAttestations, exportAttestations)
  mount(calls.recordAttestation, recordAttestation)
  mount(calls.withdrawAttestation, withdrawAttestation)
}
