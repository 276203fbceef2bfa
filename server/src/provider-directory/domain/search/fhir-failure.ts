/** Codes of FHIR's value set IssueType. */
export type IssueCode =
  | 'exception'
  | 'incomplete'
  | 'invalid'
  | 'not-found'
  | 'not-supported'
  | 'throttled'
  | 'timeout'
  | 'too-long'
  | 'transient'

/** A refusal of /fhir, sent as an OperationOutcome. */
export class FhirFailure extends Error {
  readonly statusCode: number
  readonly code: IssueCode
  constructor(statusCode: number, code: IssueCode, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

export const refuseValue = (message: string): FhirFailure => new FhirFailure(400, 'invalid', message)

type Severity = 'error' | 'warning'

export const operationOutcome = (code: IssueCode, diagnostics: string, severity: Severity = 'error') => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity, code, diagnostics }],
})
