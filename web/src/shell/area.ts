import type { Call } from '@portico/core/call'
import { INTERNAL_PATHS, isMemberPath, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import * as signon from '@portico/core/signon/calls'
import type { Done } from '@portico/core/signon/shapes'

/** A call that is asked with nothing. */
type YesOrNo = Call<{ says: string; entity: typeof Done }>

/** The three sides of the portal, each with its own sign-on and session. */
export type Area = {
  name: 'providers' | 'members' | 'internal'
  login: string
  logout: string
  home: string
  /** Asks whether the session is of this area's user kind. */
  isUserCall: YesOrNo
  keepAliveCall: YesOrNo
}

export const AREAS: Record<Area['name'], Area> = {
  providers: {
    name: 'providers',
    login: PROVIDER_PATHS.login,
    logout: PROVIDER_PATHS.logout,
    home: PROVIDER_PATHS.home,
    isUserCall: signon.isProviderUser,
    keepAliveCall: signon.keepAliveProvider,
  },
  members: {
    name: 'members',
    login: MEMBER_PATHS.login,
    logout: MEMBER_PATHS.logout,
    home: MEMBER_PATHS.home,
    isUserCall: signon.isMemberUser,
    keepAliveCall: signon.keepAliveMember,
  },
  internal: {
    name: 'internal',
    login: INTERNAL_PATHS.login,
    logout: INTERNAL_PATHS.logout,
    home: INTERNAL_PATHS.home,
    isUserCall: signon.isInternalUser,
    keepAliveCall: signon.keepAliveProvider,
  },
}

export function areaOfPath(path: string): Area {
  if (isMemberPath(path)) return AREAS.members
  return path.startsWith(`${INTERNAL_PATHS.area}/`) ? AREAS.internal : AREAS.providers
}

/** The area's logout address for a session that ran out: its login page then says so. */
export function expiredLogout(area: Area): string {
  return `${area.logout}?expired=1`
}
