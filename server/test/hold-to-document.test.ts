import * as calls from '@portico/core/plan-data/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { findDisagreement } from './hold-to-document.ts'

let site: TestApp
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
})
afterAll(() => site?.close())

const disagreementOf = (call: string, reply: unknown, statusCode = 200, type = 'application/json; charset=utf-8') =>
  findDisagreement('GET', `/MemberPortalWeb${call}?permId=HOME`, {
    statusCode,
    headers: { 'content-type': type },
    body: typeof reply === 'string' ? reply : JSON.stringify(reply),
  })

const provider = { npi: '1100000011', name: 'A', city: '', state: '' }
const refusal = { messageType: 'error', statusCode: '403', messageCode: 'permission', message: 'No.' }

test('accepts a success, a refusal and a file that match the API description', () => {
  expect(disagreementOf(calls.getNPIs.path, { status: 200, entity: [provider] })).toBeUndefined()
  expect(disagreementOf(calls.getNPIs.path, { status: 403, entity: refusal }, 403)).toBeUndefined()
  expect(disagreementOf(calls.openClaim.path, { status: 404, entity: refusal })).toBeUndefined()
  expect(disagreementOf(calls.exportScoCases.path, 'Case\r\n', 200, 'text/csv; charset=utf-8')).toBeUndefined()
})

test('reports missing, wrong and undescribed parts of a reply', () => {
  const { name: _none, ...nameless } = provider
  expect(disagreementOf(calls.getNPIs.path, { status: 200, entity: [nameless] })).toMatch(/is not as described: .*name/)
  expect(disagreementOf(calls.getNPIs.path, { status: 200, entity: { rows: [] } })).toMatch(/is not as described/)
  expect(disagreementOf(calls.getNPIs.path, { status: 404, entity: { message: 'No.' } })).toMatch(/is not as described/)
  // A refusal must have a status that the call declares.
  expect(disagreementOf(calls.getNPIs.path, { status: 404, entity: refusal })).toMatch(/is not as described/)
  expect(disagreementOf(calls.getNPIs.path, '<p>', 200, 'text/html')).toMatch(/text\/html, which is not described/)
  expect(disagreementOf(calls.exportScoCases.path, { status: 200, entity: [] })).toMatch(/JSON with success/)
})
