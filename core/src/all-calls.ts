import * as access from './access/calls.ts'
import * as successors from './access/successor-calls.ts'
import * as bell from './bell/calls.ts'
import type { Call } from './call.ts'
import * as content from './content/calls.ts'
import * as contracts from './contracts/calls.ts'
import * as internal from './internal/calls.ts'
import * as members from './members/calls.ts'
import * as directory from './plan-data/calls.ts'
import * as directoryAttestation from './provider-directory/attestation/calls.ts'
import * as providerDirectory from './provider-directory/calls.ts'
import * as registration from './registration/calls.ts'
import * as signOnHub from './sign-on-hub/calls.ts'
import * as calendar from './signon/calendar/calls.ts'
import * as signon from './signon/calls.ts'
import * as factors from './signon/factors/calls.ts'
import * as staffViews from './staff-views/calls.ts'

/** All calls by area, for documents and checks. The browser imports only the list of an area. */
const AREAS = {
  Registration: registration,
  'Sign-on, session and profile': signon,
  'Second factors': factors,
  Bell: bell,
  'Due dates and calendar feed': calendar,
  'Sign-on to applications': signOnHub,
  'Access: people, requests and grants': access,
  'Successors of administrators': successors,
  'Portal functions and look-ups': directory,
  'Provider directory': providerDirectory,
  'Directory readiness and attestation': directoryAttestation,
  Contracts: contracts,
  Content: content,
  'Plan staff': internal,
  'Views by support agents': staffViews,
  Members: members,
}

/** A call with its export name, which the API documents use too. */
export type NamedCall = { area: string; name: string; call: Call }

export const ALL_CALLS: readonly NamedCall[] = Object.entries(AREAS).flatMap(([area, calls]) =>
  Object.entries(calls).map(([name, call]) => ({ area, name, call })),
)
