import type { Env } from './unknown-settings.ts'

/** An invalid setting; the message names the variable and what it should contain. */
export class SettingsError extends Error {}

export type Range = { min?: number; max?: number }

export function readWholeNumber(env: Env, name: string, fallback: number, range: Range = {}): number {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = range
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new SettingsError(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`)
  return value
}

/** Rejects anything but the known values, so that 'true' or 'yes' is not silently ignored. */
export function readFlag(env: Env, name: string, fallback: boolean): boolean {
  return readOneOf(env, name, ['0', '1'], fallback ? '1' : '0') === '1'
}

export function readOneOf<Known extends string>(
  env: Env,
  name: string,
  known: readonly Known[],
  fallback: Known,
): Known {
  const text = env[name] || fallback
  const found = known.find((one) => one === text)
  if (!found) throw new SettingsError(`${name} must be one of ${known.join(', ')}, not '${text}'.`)
  return found
}

export function readUrl(env: Env, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new SettingsError(`${name} must be a web address such as https://portal.example.org, not '${text}'.`)
  return text.replace(/\/+$/, '')
}

export function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
