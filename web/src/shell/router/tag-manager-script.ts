const ELEMENT_ID = 'tag-manager'
const SOURCE = 'https://www.googletagmanager.com/gtm.js'
const NO_CONSENT = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
}

let isAllowed = (_path: string): boolean => true

/** Starts the tag manager without consent: its tags store no cookies. It stays until the document is left. */
export function insertTagManager(containerId: string, allowed: (path: string) => boolean): void {
  isAllowed = allowed
  if (isInserted()) return
  const layer: unknown[] = []
  Object.assign(window, { dataLayer: layer })
  function command(..._command: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the tag manager recognizes a command by this object.
    layer.push(arguments)
  }
  command('consent', 'default', NO_CONSENT)
  layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.id = ELEMENT_ID
  script.async = true
  script.src = `${SOURCE}?${new URLSearchParams({ id: containerId })}`
  document.head.append(script)
}

const isInserted = () => document.getElementById(ELEMENT_ID) !== null

/** True if the page must open in a new document, because the tag manager runs in this one. */
export const needsNewDocument = (address: string): boolean =>
  isInserted() && !isAllowed(new URL(address, location.href).pathname)
