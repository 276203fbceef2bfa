/**
 * Chromium's switches for journeys and component tests. Every window of a whole Chromium also loads the pages of its
 * address bar's popup, which cost more than the portal's. Of two such lists the browser reads the last, so Playwright's
 * own stands here too.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // With switches of the journeys: every page in one process.
  'IsolateOrigins',
  'site-per-process',
  'SpareRendererForSitePerProcess',
  // With this feature `page.close()` never returns if it is called while a navigation commits.
  'RenderDocument',
]

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu-rasterization',
  // Without a graphics card a process of its own for drawing is only one more to talk to.
  '--in-process-gpu',
  `--disable-features=${disabledFeatures.join(',')}`,
]
