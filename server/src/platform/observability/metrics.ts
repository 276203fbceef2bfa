import { Counter, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for operations. Labels are routes and outcomes, never people. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'portico_http_request_seconds',
      help: 'Response time by route, method and HTTP status',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    signIns: new Counter({
      name: 'portico_sign_ins_total',
      help: 'Sign-ins by user kind and outcome',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    ...createApplicationMetrics(registers),
    fhirRequests: new Counter({
      name: 'portico_fhir_requests_total',
      help: 'Requests to /fhir by resource type and HTTP status',
      labelNames: ['type', 'status'],
      registers,
    }),
    digests: new Counter({ name: 'portico_digests_total', help: 'Daily digests that were queued as mail', registers }),
    ...createOfficeMetrics(registers),
    registrations: new Counter({
      name: 'portico_registration_steps_total',
      help: 'Registration calls by step and status',
      labelNames: ['step', 'status'],
      registers,
    }),
    counterDifferences: new Counter({
      name: 'portico_counter_differences_total',
      help: 'Rows of a maintained counter that differed from a recount, by counter',
      labelNames: ['counter'],
      registers,
    }),
    staffViews: new Counter({
      name: 'portico_staff_views_total',
      help: 'Views by support agents: opened, calls refused, approved to show claims',
      labelNames: ['what'],
      registers,
    }),
    hashesRefused: new Counter({
      name: 'portico_hashes_refused_total',
      help: 'Password hashes refused because too many were waiting',
      registers,
    }),
  }
}

/** Sign-on to applications. */
const createApplicationMetrics = (registers: Registry[]) => ({
  applicationSignIns: new Counter({
    name: 'portico_application_sign_ins_total',
    help: 'Sign-ins to applications by outcome: done, or why they failed',
    labelNames: ['outcome'],
    registers,
  }),
  applicationTokens: new Counter({
    name: 'portico_application_tokens_total',
    help: 'Token requests of applications that succeeded, by grant type',
    labelNames: ['grant'],
    registers,
  }),
  applicationMay: new Counter({
    name: 'portico_application_may_total',
    help: 'Questions of applications whether a person may act for a provider, by answer or HTTP status',
    labelNames: ['answer'],
    registers,
  }),
  applicationLogouts: new Counter({
    name: 'portico_application_logouts_total',
    help: 'Attempts to send a back-channel logout by outcome: sent, failed, or given-up after the last one',
    labelNames: ['outcome'],
    registers,
  }),
})

/** What an office looks up and uploads. */
const createOfficeMetrics = (registers: Registry[]) => ({
  eligibilityRows: new Counter({
    name: 'portico_eligibility_rows_total',
    help: 'Rows of eligibility lists by whether a member was found',
    labelNames: ['found'],
    registers,
  }),
  signedForms: new Counter({
    name: 'portico_signed_forms_total',
    help: 'Inspected files of signed forms: sent as a PDF or as pictures, accepted or why not',
    labelNames: ['sent_as', 'outcome'],
    registers,
  }),
})
