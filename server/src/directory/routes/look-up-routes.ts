import { isPermissionId } from '@portico/core/access/permissions'
import { LOOKUP_CALLS } from '@portico/core/constants'
import * as api from '@portico/core/directory/shapes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { envelopeOf } from '../../platform/outcome.ts'
import { sessionOf } from '../../platform/session.ts'
import { findCoveredGroups, findCoveredProviders } from '../store/covered-lists.ts'
import { needs } from './calls.ts'

type Query = { Querystring: api.LookupQuery }

const CAPE_COD = 'Cape Cod'
const schema = { querystring: api.LookupQuerySchema, response: { 200: envelopeOf(api.ProviderOptionsSchema) } }
const anyProvider = needs('HOME')

/** The look-ups (behaviour 13.3): what the session's grants cover with a permission, and nothing else. */
export function registerLookUps(calls: FastifyInstance, deps: Deps): void {
  const providers = async (request: FastifyRequest<Query>, permission: string, region?: string) => ({
    status: 200,
    entity: await findCoveredProviders(deps.db, {
      accountId: sessionOf(request).accountId,
      permission,
      search: request.query.search,
      page: request.query.page,
      ...(region ? { region } : {}),
    }),
  })
  /** An unknown permission covers nothing. */
  const asked = (request: FastifyRequest<Query>, usual: string) => {
    const { permId } = request.query
    return permId === undefined ? usual : isPermissionId(permId) ? permId : ''
  }

  calls.get<Query>(callPath(LOOKUP_CALLS.getNPIs), { config: anyProvider, schema }, (request) =>
    providers(request, asked(request, 'HOME')),
  )
  const scoCalls = { [LOOKUP_CALLS.scoTrakkerNpis]: 'SCOTRK', [LOOKUP_CALLS.scoInvoiceNpis]: 'SCOINV' } as const
  for (const [call, permission] of Object.entries(scoCalls)) {
    calls.get<Query>(callPath(call), { config: needs(permission), schema }, (request) =>
      providers(request, asked(request, permission)),
    )
  }
  for (const call of [LOOKUP_CALLS.getAllProviders, LOOKUP_CALLS.providerlist]) {
    calls.get<Query>(callPath(call), { config: anyProvider, schema }, (request) => providers(request, 'HOME'))
  }
  calls.get<Query>(callPath(LOOKUP_CALLS.claimNpis), { config: needs('CLAIM'), schema }, (request) =>
    providers(request, 'CLAIM'),
  )
  calls.get<Query>(callPath(LOOKUP_CALLS.getCapeCodNpis), { config: anyProvider, schema }, (request) =>
    providers(request, 'HOME', CAPE_COD),
  )
  registerGroupLookUps(calls, deps, asked)
}

function registerGroupLookUps(
  calls: FastifyInstance,
  deps: Deps,
  asked: (request: FastifyRequest<Query>, usual: string) => string,
): void {
  const kinds = { [LOOKUP_CALLS.getIPAs]: 'IPA', [LOOKUP_CALLS.getSGs]: 'SG' } as const
  for (const [call, kind] of Object.entries(kinds)) {
    calls.get<Query>(
      callPath(call),
      {
        config: anyProvider,
        schema: { querystring: api.LookupQuerySchema, response: { 200: envelopeOf(api.GroupOptionsSchema) } },
      },
      async (request) => ({
        status: 200,
        entity: await findCoveredGroups(deps.db, {
          accountId: sessionOf(request).accountId,
          permission: asked(request, 'HOME'),
          kind,
          page: request.query.page,
        }),
      }),
    )
  }
}
