import { useMe } from '#shell/session/me.ts'

/** What the signed-in staff can do here. The server checks it again. */
export function useAttestationRights(): { reviews: boolean; administers: boolean } {
  const me = useMe()
  const role = me.state === 'ready' ? me.entity.staffRole : ''
  return { reviews: role === 'ADMINISTRATOR' || role === 'REVIEWER', administers: role === 'ADMINISTRATOR' }
}
