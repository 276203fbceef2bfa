import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AUDIT_AREAS } from '@portico/core/internal/limits'
import { expect, test } from 'vitest'
import { events } from '../events.ts'

const sources = fileURLToPath(new URL('../', import.meta.url))
const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => readFileSync(`${sources}${file}`, 'utf8'))

/** The text of each event that the audit trail records. */
const acts = new Map(
  events.names.map((name) => [name, events.auditText(name)] as const).filter(([name, text]) => text !== name),
)

/** Only the demo can reset a scenario. */
const DEMO_ONLY = 'demo'

test('every recorded audit action belongs to a searchable area', () => {
  const offered = new Set<string>([...Object.keys(AUDIT_AREAS), DEMO_ONLY])
  const areas = new Set([...acts.keys()].map((act) => act.split('.')[0]))
  expect(areas).toEqual(offered)
})

test('every audit action in the code has a sentence, and every sentence has an action', () => {
  const all = texts.join('\n')
  // Only the compiler checks actions that reach the audit trail through a helper.
  const written = [...all.matchAll(/\baction: [`']([a-z]+\.[\w.-]+)/g)].map((match) => match[1] as string)
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter((act) => !acts.has(act))).toEqual([])
  expect([...acts.keys()].filter((act) => !all.includes(`'${act}'`))).toEqual([])
  for (const [act, sentence] of acts) expect(sentence, act).toMatch(/^[A-Z].*\.$/)
})

test('every declared event is announced', () => {
  const declared = texts.flatMap((text) =>
    [...text.matchAll(/export const (\w+) = declare(?:Act|Event)\b/g)].map((match) => match[1] as string),
  )
  expect(declared.length).toBeGreaterThan(10)
  expect(
    declared.filter((name) => !texts.some((text) => new RegExp(`announce\\([^)]*\\b${name}\\b`).test(text))),
  ).toEqual([])
})

test('shows the code of an unknown audit action', () => {
  expect(events.auditText('once.upon-a-time')).toBe('once.upon-a-time')
})
