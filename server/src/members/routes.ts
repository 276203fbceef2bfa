import { MEMBER_CALLS } from '@portico/core/members/calls'
import type { MemberAccountForm, MemberDetails } from '@portico/core/members/forms'
import * as api from '@portico/core/members/shapes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, isSecure } from '../platform/brand-host.ts'
import { callPath } from '../platform/call-path.ts'
import type { Deps } from '../platform/deps.ts'
import { answer, envelopeOf } from '../platform/outcome.ts'
import { sessionOf } from '../platform/session.ts'
import { findMemberClaims } from './domain/claims.ts'
import { createMemberAccount } from './domain/create-account.ts'
import { findFamily, viewerOf } from './domain/family.ts'
import { findProviderNames, findProviders, findSpecialties } from './domain/find-providers.ts'
import { findMemberHome } from './domain/home.ts'
import { makeIdCard } from './domain/id-card.ts'
import { beginRegistration, confirmCode, type Visitor } from './domain/register.ts'
import type { MemberPorts } from './ports.ts'
import { findListedCities } from './store/network-listing.ts'

const visitor = { access: 'public' } as const
const member = { access: { kinds: ['member' as const] } }
const done = { 200: envelopeOf(api.DoneSchema) }
const CITIES_MAX = 20
/** Names the registration this browser holds; the server alone knows what it has proved. */
const REGISTRATION_COOKIE = 'portico_member_registration'

/** The members' side: registration for visitors, everything else for the member signed in. */
export function memberRoutes(calls: FastifyInstance, deps: Deps, ports: MemberPorts): void {
  registerRegistrationCalls(calls, deps, ports)
  registerCoverageCalls(calls, deps)
  registerFinderCalls(calls, deps, ports)
}

function registerRegistrationCalls(calls: FastifyInstance, deps: Deps, ports: MemberPorts): void {
  const visitorOf = (request: FastifyRequest): Visitor => ({
    brand: brandOf(request, deps.settings).id,
    address: request.ip,
  })
  calls.post<{ Body: MemberDetails }>(
    callPath(MEMBER_CALLS.begin),
    { config: visitor, schema: { body: api.MemberDetailsSchema, response: done } },
    async (request, reply) => {
      const begun = await beginRegistration(deps, ports, visitorOf(request), request.body)
      if ('refusal' in begun) return answer(reply, begun)
      keepRegistration(deps, request, reply, begun.entity.registrationId)
      return answer(reply, { entity: true })
    },
  )
  calls.post<{ Body: { code: string } }>(
    callPath(MEMBER_CALLS.confirmCode),
    {
      config: visitor,
      schema: { body: api.MemberCodeSchema, response: { 200: envelopeOf(api.ConfirmedMemberSchema) } },
    },
    async (request, reply) =>
      answer(reply, await confirmCode(deps, request.cookies[REGISTRATION_COOKIE], request.body, request.ip)),
  )
  calls.post<{ Body: MemberAccountForm }>(
    callPath(MEMBER_CALLS.createAccount),
    { config: visitor, schema: { body: api.MemberAccountSchema, response: done } },
    async (request, reply) => {
      const held = request.cookies[REGISTRATION_COOKIE]
      return answer(reply, await createMemberAccount(deps, ports, visitorOf(request), held, request.body))
    },
  )
}

/** A cookie of the browser's own lifetime: the server decides when the registration ends. */
function keepRegistration(deps: Deps, request: FastifyRequest, reply: FastifyReply, id: string): void {
  const secure = isSecure(request, deps.settings)
  reply.setCookie(REGISTRATION_COOKIE, id, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

function registerCoverageCalls(calls: FastifyInstance, deps: Deps): void {
  const viewer = (request: FastifyRequest) => viewerOf(deps, sessionOf(request).accountId)
  calls.get(
    callPath(MEMBER_CALLS.home),
    { config: member, schema: { response: { 200: envelopeOf(api.MemberHomeSchema) } } },
    async (request, reply) => answer(reply, await findMemberHome(deps, viewer(request))),
  )
  calls.get(
    callPath(MEMBER_CALLS.family),
    { config: member, schema: { response: { 200: envelopeOf(api.FamilySchema) } } },
    async (request, reply) => answer(reply, await findFamily(deps, viewer(request))),
  )
  calls.get<{ Querystring: { person: string } }>(
    callPath(MEMBER_CALLS.idCardPdf),
    {
      config: member,
      schema: { querystring: api.IdCardQuerySchema, response: { 200: envelopeOf(api.IdCardPdfSchema) } },
    },
    async (request, reply) => {
      const card = {
        viewer: viewer(request),
        person: request.query.person,
        brand: brandOf(request, deps.settings),
        address: request.ip,
      }
      return answer(reply, await makeIdCard(deps, card))
    },
  )
  calls.get<{ Querystring: api.MemberClaimsQuery }>(
    callPath(MEMBER_CALLS.claims),
    {
      config: member,
      schema: { querystring: api.MemberClaimsQuerySchema, response: { 200: envelopeOf(api.MemberClaimsSchema) } },
    },
    async (request, reply) => answer(reply, await findMemberClaims(deps, viewer(request), request.query)),
  )
}

function registerFinderCalls(calls: FastifyInstance, deps: Deps, ports: MemberPorts): void {
  calls.get(
    callPath(MEMBER_CALLS.specialties),
    { config: member, schema: { response: { 200: envelopeOf(api.SpecialtiesSchema) } } },
    async () => ({ status: 200, entity: await findSpecialties(deps) }),
  )
  calls.get<{ Querystring: { search?: string } }>(
    callPath(MEMBER_CALLS.cities),
    { config: member, schema: { querystring: api.SearchQuerySchema, response: { 200: envelopeOf(api.CitiesSchema) } } },
    async (request) => ({
      status: 200,
      entity: await findListedCities(deps.db, request.query.search ?? '', CITIES_MAX),
    }),
  )
  calls.get<{ Querystring: { search?: string } }>(
    callPath(MEMBER_CALLS.providerNames),
    {
      config: member,
      schema: { querystring: api.SearchQuerySchema, response: { 200: envelopeOf(api.ProviderNamesSchema) } },
    },
    async (request) => ({ status: 200, entity: await findProviderNames(deps, ports, request.query.search ?? '') }),
  )
  calls.get<{ Querystring: api.FindProvidersQuery }>(
    callPath(MEMBER_CALLS.findProviders),
    {
      config: member,
      schema: { querystring: api.FindProvidersQuerySchema, response: { 200: envelopeOf(api.ProviderListSchema) } },
    },
    async (request, reply) => answer(reply, await findProviders(deps, ports, request.query)),
  )
}
