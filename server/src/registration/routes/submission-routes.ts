import { createHash } from 'node:crypto'
import { type RegistrationBody, RegistrationBodySchema, TrueFalseSchema } from '@portico/core/registration/shapes'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { envelopeOf, type Outcome } from '../../platform/outcome.ts'
import { activateUserAccount } from '../domain/activation.ts'
import { addContractSaa } from '../domain/add-contract-saa.ts'
import { addNonSaaUser } from '../domain/add-non-saa.ts'
import { addSaa } from '../domain/add-saa.ts'
import type { Held } from '../domain/held-registration.ts'
import { createInFlight } from '../domain/in-flight.ts'
import type { RegistrationParts } from '../domain/parts.ts'
import type { Caller } from '../domain/requester.ts'
import { limitSubmissions } from '../domain/submission.ts'
import { callerOf, open, withHeld } from './calls.ts'

type Submit = (
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  caller: Caller,
) => Promise<Outcome<true>>

/** The calls that end a registration. Each reads the posted model, and answers true or a sentence. */
const SUBMISSIONS: Record<string, Submit> = {
  '/nonsec/reg/addSaa': addSaa,
  '/nonsec/reg/addPoPgSaa': addContractSaa,
  '/nonsec/reg/addNonSaaUser': addNonSaaUser,
  '/nonsec/reg/activateUserAccount': activateUserAccount,
}

export function submissionRoutes(calls: FastifyInstance, deps: Deps, parts: RegistrationParts): void {
  const share = createInFlight()
  for (const [path, submit] of Object.entries(SUBMISSIONS)) {
    calls.post<{ Body: RegistrationBody }>(
      path,
      { config: open, schema: { body: RegistrationBodySchema, response: { 200: envelopeOf(TrueFalseSchema) } } },
      (request, reply) =>
        withHeld(deps, request, reply, (held) => {
          const caller = callerOf(request)
          return share(
            keyOf(path, held, request.body, caller),
            async () =>
              (await limitSubmissions(deps, held, caller.address)) ?? submit(deps, parts, held, request.body, caller),
          )
        }),
    )
  }
}

/** The same call with the same content by the same visitor. */
function keyOf(path: string, held: Held, body: RegistrationBody, caller: Caller): string {
  const content = JSON.stringify([path, caller, body])
  return createHash('sha256').update(held.id_hash).update(content).digest('base64')
}
