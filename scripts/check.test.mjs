import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUp, countReport } from './check.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-check-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function count(content, code) {
  const report = join(folder, 'report.json')
  if (content !== undefined) writeFileSync(report, content)
  return countReport(report, code, ({ good, bad }) => ({ passed: good, failed: bad }))
}

test('a report is counted as it stands', () => {
  expect(count('{"good":5,"bad":2}', 1)).toEqual({ passed: 5, failed: 2 })
  expect(count('{"good":5,"bad":0}', 0)).toEqual({ passed: 5, failed: 0 })
})

test('a run that ends badly without a failing test is a failure', () => {
  expect(count('{"good":5,"bad":0}', 1)).toEqual({ passed: 5, failed: 1 })
})

test('a run without a report is a failure, whatever its exit code', () => {
  expect(count(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  expect(count('half a rep', 0)).toEqual({ passed: 0, failed: 1 })
})

test('the counts of all parts add up', () => {
  const parts = [
    { passed: 1, failed: 0 },
    { passed: 3, failed: 2 },
  ]
  expect(addUp(parts)).toEqual({ passed: 4, failed: 2 })
})
