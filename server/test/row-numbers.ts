import type { LightMyRequestResponse } from 'fastify'

/**
 * In test databases, ids of accounts, requests, grants and contracts start at a distinctive number. Tests search every
 * reply for such ids, because a reply must never expose a row id (behaviour 12.10).
 */
const TABLES = ['account', 'access_request', 'access_grant', 'signed_contract']

export const numberRows = TABLES.map((table) => `alter table ${table} alter column id restart with 731000000001`).join(
  ';',
)

const rowNumber = /(?<![\w-])731\d{9}(?![\w-])/

export function findRowNumber(response: Pick<LightMyRequestResponse, 'headers' | 'body'>): string | undefined {
  return rowNumber.exec(`${response.body} ${JSON.stringify(response.headers)}`)?.[0]
}
