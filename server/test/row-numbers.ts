import type { LightMyRequestResponse } from 'fastify'

/**
 * In the tests' databases accounts, requests, grants and contracts are numbered from a number that nothing else has,
 * and every reply a test receives is searched for one: whatever the field is called, a row is never told by its number
 * (behaviour 12.10).
 */
const TABLES = ['account', 'access_request', 'access_grant', 'signed_contract']

export const numberRows = TABLES.map((table) => `alter table ${table} alter column id restart with 731000000001`).join(
  ';',
)

const rowNumber = /(?<![\w-])731\d{9}(?![\w-])/

export function findRowNumber(response: Pick<LightMyRequestResponse, 'headers' | 'body'>): string | undefined {
  return rowNumber.exec(`${response.body} ${JSON.stringify(response.headers)}`)?.[0]
}
