import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AUDIT_AREAS } from '@portico/core/internal/console-limits'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../', import.meta.url))

/** Setting a demo scenario back is nothing a plan has. */
const DEMO_ONLY = 'demo'

test('whatever the portal records can be asked for by its area', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const actions = files.flatMap((file) =>
    [...readFileSync(`${sources}${file}`, 'utf8').matchAll(/\baction: [`']([a-z]+)\./g)].map((match) => match[1]),
  )
  const offered: readonly string[] = [...AUDIT_AREAS, DEMO_ONLY]
  expect(actions.length).toBeGreaterThan(10)
  expect(actions.filter((area) => !offered.includes(area ?? ''))).toEqual([])
})
