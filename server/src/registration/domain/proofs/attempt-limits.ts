import type { Limits } from '../../../platform/settings/settings.ts'
import type { AttemptLimit } from '../../store/proofs/identity-attempts.ts'

/** Attempts that guard an identity (behaviour 7.6, 7.10): counted before checking, durable. */
const hourMs = 60 * 60 * 1000
export const addressWindowMs = hourMs
export const recentWindowMs = 6 * hourMs
export const monthlyWindowMs = 30 * 24 * hourMs

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

export function step1Limits(limits: Limits, now: Date): [AttemptLimit, ...AttemptLimit[]] {
  return [
    { by: 'npiHere', max: limits.step1FailuresPer6HoursPerNpi, since: ago(now, recentWindowMs) },
    { by: 'npiInRegistration', max: limits.step1FailuresPer6HoursPerNpi, since: ago(now, recentWindowMs) },
    { by: 'npi', max: limits.step1FailuresPer30DaysPerNpi, since: ago(now, monthlyWindowMs) },
    { by: 'address', max: limits.step1FailuresPerHourPerAddress, since: ago(now, addressWindowMs) },
  ]
}

export function quizLimit(limits: Limits, now: Date): AttemptLimit {
  return { by: 'npi', max: limits.quizzesPerDayPerNpi, since: ago(now, 24 * hourMs) }
}

export function codeLimit(limits: Limits, now: Date): AttemptLimit {
  return { by: 'npi', max: limits.codesPerDayPerNpi, since: ago(now, 24 * hourMs) }
}
