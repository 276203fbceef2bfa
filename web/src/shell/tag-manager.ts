import { getGTM } from '@portico/core/signon/calls'
import { now } from '#kit/clock.ts'
import type { Gateway } from './gateway/gateway.ts'
import { setNewDocumentRule } from './router/router.tsx'

const ELEMENT_ID = 'tag-manager'
const SOURCE = 'https://www.googletagmanager.com/gtm.js'
const NO_CONSENT = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
}

type AllowedPath = (path: string) => boolean

/**
 * Loads the tag manager, if one is configured (behaviour 11.30). It stays until the document is left, so pages that are
 * not allowed open in a new document.
 */
export async function loadTagManager(gateway: Gateway, isAllowed: AllowedPath): Promise<void> {
  const reply = await gateway.lookUp(getGTM, {})
  if (!reply.ok || !reply.entity.enabled || isInserted() || !isAllowed(location.pathname)) return
  setNewDocumentRule((address) => isInserted() && !isAllowed(new URL(address, location.href).pathname))
  insertScript(reply.entity.containerId)
}

const isInserted = () => document.getElementById(ELEMENT_ID) !== null

/** Starts without consent: the tags store no cookies. */
function insertScript(containerId: string): void {
  const layer: unknown[] = []
  Object.assign(window, { dataLayer: layer })
  function command(..._command: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the tag manager recognizes a command by this object.
    layer.push(arguments)
  }
  command('consent', 'default', NO_CONSENT)
  layer.push({ 'gtm.start': now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.id = ELEMENT_ID
  script.async = true
  script.src = `${SOURCE}?${new URLSearchParams({ id: containerId })}`
  document.head.append(script)
}
