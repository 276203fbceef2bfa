import { PORTAL_CALLS } from '@portico/core/directory/calls'
import * as api from '@portico/core/directory/shapes'
import type { FastifyInstance } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { envelopeOf } from '../../platform/outcome.ts'
import { streamCsv } from '../domain/export-csv.ts'
import { findScoCases, findScoCasesAfter } from '../store/sco-cases.ts'
import { findScoInvoices, findScoInvoicesAfter } from '../store/sco-invoices.ts'
import { csvReply, needs, personOf, sendCsv } from './calls.ts'

const trakker = needs('SCOTRK')
const invoices = needs('SCOINV')

const CASE_COLUMNS: { header: string; cell: (row: api.ScoCase) => string }[] = [
  { header: 'Case', cell: (row) => row.caseId },
  { header: 'NPI', cell: (row) => row.npi },
  { header: 'Provider', cell: (row) => row.providerName },
  { header: 'Member ID', cell: (row) => row.memberId },
  { header: 'Opened', cell: (row) => row.opened },
  { header: 'Status', cell: (row) => row.status },
  { header: 'Next review', cell: (row) => row.nextReview },
  { header: 'Care manager', cell: (row) => row.careManager },
]

const INVOICE_COLUMNS: { header: string; cell: (row: api.ScoInvoice) => string }[] = [
  { header: 'Invoice', cell: (row) => row.invoiceNumber },
  { header: 'NPI', cell: (row) => row.npi },
  { header: 'Provider', cell: (row) => row.providerName },
  { header: 'Period', cell: (row) => row.period },
  { header: 'Amount', cell: (row) => row.amount },
  { header: 'Status', cell: (row) => row.status },
  { header: 'Due', cell: (row) => row.dueDate },
]

type Export = { Querystring: api.ExportQuery }

export function registerScoCalls(calls: FastifyInstance, deps: Deps): void {
  calls.get<{ Querystring: api.ScoCaseQuery }>(
    callPath(PORTAL_CALLS.scoCases),
    {
      config: trakker,
      schema: { querystring: api.ScoCaseQuerySchema, response: { 200: envelopeOf(api.ScoCaseListSchema) } },
    },
    async (request) => ({
      status: 200,
      entity: await findScoCases(deps.db, personOf(request).accountId, request.query),
    }),
  )
  calls.get<{ Querystring: api.ScoInvoiceQuery }>(
    callPath(PORTAL_CALLS.scoInvoices),
    {
      config: invoices,
      schema: { querystring: api.ScoInvoiceQuerySchema, response: { 200: envelopeOf(api.ScoInvoiceListSchema) } },
    },
    async (request) => ({
      status: 200,
      entity: await findScoInvoices(deps.db, personOf(request).accountId, request.query),
    }),
  )
  const exported = { querystring: api.ExportQuerySchema, response: csvReply }
  calls.get<Export>(callPath(PORTAL_CALLS.scoCaseExport), { config: trakker, schema: exported }, (request, reply) => {
    const { accountId } = personOf(request)
    const { npi } = request.query
    const lines = streamCsv<api.ScoCase>(CASE_COLUMNS, (last, limit) =>
      findScoCasesAfter(deps.db, accountId, npi, last, limit),
    )
    return sendCsv(reply, 'sco-cases', lines)
  })
  calls.get<Export>(
    callPath(PORTAL_CALLS.scoInvoiceExport),
    { config: invoices, schema: exported },
    (request, reply) => {
      const { accountId } = personOf(request)
      const { npi } = request.query
      const lines = streamCsv<api.ScoInvoice>(INVOICE_COLUMNS, (last, limit) =>
        findScoInvoicesAfter(deps.db, accountId, npi, last, limit),
      )
      return sendCsv(reply, 'sco-invoices', lines)
    },
  )
}
