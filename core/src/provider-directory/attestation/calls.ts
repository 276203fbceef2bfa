import { staffOnly } from '../../access/staff-roles.ts'
import { get, post } from '../../call.ts'
import { Done } from '../../shapes.ts'
import * as shape from './shapes.ts'

/** Calls of the console page 'Directory': readiness, samples and attestations. */

const readers = staffOnly('REVIEWER', 'AUDITOR')
const exporters = { ...readers, stepUp: true } as const
const reviewers = staffOnly('REVIEWER')
const administrators = staffOnly()
const attesting = { ...administrators, notByDoor: true, stepUp: true } as const

export const describeReadiness = get('/rest/sec/internal/directoryReadiness', readers, {
  says: 'Returns the newest check of the published directory, and its accuracy over the last 180 days.',
  entity: shape.Readiness,
})

export const listFindings = get('/rest/sec/internal/directoryFindings', readers, {
  says: 'Lists what the newest check found, of one kind.',
  query: shape.FindingsQuery,
  entity: shape.FindingList,
})

export const exportFindings = get('/rest/sec/internal/exportDirectoryFindings', exporters, {
  says: 'Returns all matching findings of one kind as a file.',
  query: shape.FindingsFilter,
  file: 'text/csv',
})

export const recheckDirectory = post('/rest/sec/internal/recheckDirectory', reviewers, {
  says: 'Asks for a new check of the directory, which a scheduled job makes within a minute.',
  entity: Done,
})

export const listSamples = get('/rest/sec/internal/directorySamples', readers, {
  says: 'Lists the samples, newest first.',
  entity: shape.SampleList,
})

export const openSample = get('/rest/sec/internal/directorySample', readers, {
  says: 'Returns one sample with its rows and results.',
  query: shape.SampleQuery,
  entity: shape.Sample,
  statuses: [404],
})

export const drawSample = post('/rest/sec/internal/drawDirectorySample', administrators, {
  says: 'Draws a random sample of the published rows. The same seed and frame give the same sample.',
  body: shape.DrawSampleBody,
  entity: shape.SampleDrawn,
  statuses: [400],
})

export const saveSampleResult = post('/rest/sec/internal/saveDirectorySampleResult', reviewers, {
  says: 'Saves the result of one call, unless someone else has saved it since.',
  body: shape.SaveResultBody,
  entity: shape.ResultSaved,
  statuses: [400, 404, 407],
})

export const finishSample = post('/rest/sec/internal/finishDirectorySample', administrators, {
  says: 'Finishes a sample with a result for every call. Its results can no longer be changed.',
  body: shape.SampleQuery,
  entity: Done,
  statuses: [404, 407],
})

export const redrawSample = get('/rest/sec/internal/redrawDirectorySample', readers, {
  says: 'Draws a sample again from its stored frame and compares it with the stored rows.',
  query: shape.SampleQuery,
  entity: shape.Redrawn,
  statuses: [404],
})

export const exportSample = get('/rest/sec/internal/exportDirectorySample', exporters, {
  says: 'Returns the call worksheet of a sample, with the results so far, as a file.',
  query: shape.SampleQuery,
  file: 'text/csv',
  statuses: [404],
})

export const exportSampleFrame = get('/rest/sec/internal/exportDirectorySampleFrame', exporters, {
  says: 'Returns the rows that a sample was drawn from as a file. Its SHA-256 is the recorded one.',
  query: shape.SampleQuery,
  file: 'text/plain',
  statuses: [404],
})

export const listAttestations = get('/rest/sec/internal/directoryAttestations', readers, {
  says: 'Returns the current publication and all attestations, newest first.',
  entity: shape.Attestations,
})

export const exportAttestations = get('/rest/sec/internal/exportDirectoryAttestations', exporters, {
  says: 'Returns all attestations and withdrawals as a file.',
  file: 'text/csv',
})

export const recordAttestation = post('/rest/sec/internal/recordDirectoryAttestation', attesting, {
  says: 'Records an officer’s attestation of the current publication.',
  body: shape.RecordAttestationBody,
  entity: Done,
  statuses: [400, 407],
})

export const withdrawAttestation = post('/rest/sec/internal/withdrawDirectoryAttestation', attesting, {
  says: 'Withdraws an attestation with a reason. The attestation itself stays in the list.',
  body: shape.WithdrawAttestationBody,
  entity: Done,
  statuses: [400, 404, 407],
})
