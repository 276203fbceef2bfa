import { PROOF_MISSING, REPLACEMENT_NOT_CONFIRMED } from '@portico/core/forms/sentences'
import type { RegistrationBody } from '@portico/core/registration/shapes'
import type { NewRequest, Trx } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findProviderScopes, type ProviderScopes } from '../store/provider-scopes.ts'
import { acceptRequest } from './accept-request.ts'
import type { Held } from './held-registration.ts'
import type { RegistrationParts } from './parts.ts'
import { readTyped } from './posted-model.ts'
import { missingProof, otherNpi } from './proofs.ts'
import { type Caller, prepareRequester, submitRequest } from './requester.ts'
import { hashSubmission, type Made, repeatedResult } from './submission.ts'

/** addSaa has three paths; which one follows from what the server holds, and then from what the person chose. */
export function addSaa(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  caller: Caller,
): Promise<Outcome<true>> {
  if (held.link_id !== null) return acceptRequest(deps, parts, held, body, caller)
  return registerPerson(deps, parts, held, body, caller, body.regBy === 'behalf' ? 'BEHALF' : 'SELF')
}

/** A physician proved by SSN or TIN and quiz is SAA at once; staff who proved less make a request. */
async function registerPerson(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  caller: Caller,
  path: 'SELF' | 'BEHALF',
): Promise<Outcome<true>> {
  const call = path === 'SELF' ? 'addSaaSelf' : 'addSaaBehalf'
  const hash = hashSubmission(deps.settings.secretKey, call, body)
  const settled = repeatedResult(held, hash) ?? missingProof(call, held) ?? otherNpi(held, body.npiId)
  if (settled) return settled
  const scopes = await findProviderScopes(deps.db, held.npi as string)
  if (!scopes?.is_person) return refuse(400, PROOF_MISSING, 'not-a-person')
  if (scopes.npi_has_saa && !body.replaceSaa) return refuse(407, REPLACEMENT_NOT_CONFIRMED, 'replacement')
  const model = readTyped(body, {
    personFlag: 'Y',
    regRoleSel: 'SAA',
    regType: 'NPI',
    regBy: path === 'SELF' ? 'self' : 'behalf',
    easyReg: false,
    identifyFound: path === 'SELF',
  })
  const requester = await prepareRequester(parts.ports, held, body, model, caller, scopes)
  if ('refusal' in requester) return requester
  const cannotBeAsked = path === 'BEHALF' && (await cannotBeQuizzed(parts, scopes.npi))
  const ignoreExisting = body.ignoreExistSaaAccount === true
  return submitRequest(
    deps,
    parts.ports,
    held,
    { call, hash, requester: requester.entity, ignoreExisting },
    (trx, locked, author) => {
      const request: NewRequest = {
        ...personRequest(deps, parts, locked, scopes, caller),
        ...author,
        path,
        ...(path === 'BEHALF' && {
          contactFirstName: model.contactFirstName,
          contactLastName: model.contactLastName,
          signatoryEmail: model.signatoryEmail,
        }),
      }
      return makePersonRequest(deps, parts, trx, request, cannotBeAsked)
    },
  )
}

function personRequest(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  scopes: ProviderScopes,
  caller: Caller,
): Omit<NewRequest, 'accountId' | 'path'> {
  return {
    role: 'SAA',
    regType: 'NPI',
    npi: scopes.npi,
    validatedBy: held.step1_method ?? undefined,
    replaceSaa: scopes.npi_has_saa,
    brand: held.brand,
    scopes: [{ kind: 'NPI', id: scopes.npi }],
    permissions: parts.ports.getDefaultPerms('NPI').map((item) => item.referenceId),
    now: deps.clock.now(),
    address: caller.address,
  }
}

async function makePersonRequest(
  deps: Deps,
  { ports }: RegistrationParts,
  trx: Trx,
  request: NewRequest,
  cannotBeAsked: boolean,
): Promise<Outcome<Made>> {
  const made = await ports.insertRequest(trx, request)
  if ('refusal' in made) return made
  const { requestId } = made.entity
  const now = deps.clock.now()
  if (request.path === 'SELF') {
    const active = await ports.activateRequest(trx, {
      requestId,
      decidedAs: 'PROVIDER',
      decidedBy: request.accountId,
      now,
      address: request.address,
    })
    if ('refusal' in active) return active
  } else if (cannotBeAsked) {
    await ports.passRequestToStaff(trx, { requestId, now })
  }
  return { entity: { requestId } }
}

/** Known at once for the embedded quiz; an outside service is asked only when the provider is there to answer. */
async function cannotBeQuizzed({ identity }: RegistrationParts, npi: string): Promise<boolean> {
  if (identity.vendor !== 'embedded') return false
  const result = await identity.request('', { npi, workflow: 'REQUEST' })
  return result.kind === 'not-enough'
}
