import * as calls from '@portico/core/members/calls'
import type { Http, Mount } from '#platform/calls/mount.ts'
import { setCookie } from '#platform/http/cookies.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { findMemberClaims } from './domain/claims.ts'
import { createMemberAccount } from './domain/create-account.ts'
import { findFamily } from './domain/family.ts'
import {
  findProviderNames,
  findProviders,
  findSearchOptions,
  openListedProvider,
} from './domain/finder/find-providers.ts'
import { findMemberHome } from './domain/home.ts'
import { makeIdCard } from './domain/id-card.ts'
import { beginRegistration, confirmCode } from './domain/register.ts'

/** Identifies this browser's registration. The server stores its progress. */
const REGISTRATION_COOKIE = 'portico_member_registration'

/** Registration is open to visitors; all other calls require a signed-in member. */
export function memberRoutes(mount: Mount): void {
  mount(calls.beginRegistration, async (visit, details, http) => {
    const begun = await beginRegistration(visit, details)
    if ('refusal' in begun) return begun
    keepRegistration(visit.settings, http, begun.entity.registrationId)
    return { entity: true as const }
  })
  mount(calls.confirmCode, (visit, body, http) => confirmCode(visit, registrationOf(http), body))
  mount(calls.createAccount, (visit, form, http) => createMemberAccount(visit, registrationOf(http), form))

  mount(calls.memberHome, findMemberHome)
  mount(calls.family, findFamily)
  mount(calls.idCardPdf, makeIdCard)
  mount(calls.memberClaims, findMemberClaims)
  mount(calls.searchOptions, findSearchOptions)
  mount(calls.providerNames, findProviderNames)
  mount(calls.findProviders, findProviders)
  mount(calls.openListedProvider, openListedProvider)
}

const registrationOf = ({ request }: Http): string | undefined => request.cookies[REGISTRATION_COOKIE]

/** Sets a session cookie, because the server decides when the registration ends. */
function keepRegistration(settings: Settings, { request, reply }: Http, id: string): void {
  setCookie({ request, reply, settings, name: REGISTRATION_COOKIE }, id, { httpOnly: true })
}
