/**
 * Renders first screens: at build time for every page, and on the server for pages with editors' content. The build
 * copies this program for each brand and names the copy after it.
 */
import './internal.tsx'
import './members.tsx'
import './providers.tsx'
import './registration.tsx'
import { renderToString } from 'react-dom/server'
import { setRenderedAddress } from '#kit/page-address.ts'
import { takeRenderedTitle } from '#kit/page-heading.tsx'
import { brand } from '#shell/brands/brand.ts'
import { createGateway } from '#shell/gateway/gateway.ts'
import {
  cachePreloadedReplies,
  listPendingCalls,
  type PreloadedReply,
  renderPreloadedReplies,
} from '#shell/gateway/preloaded-replies.ts'
import { buildPageTree, findApp } from '#shell/mount.tsx'
import type { ScreenFor } from '#shell/router/first-screen.ts'
import { describePage } from './descriptions.ts'

/** `html` replaces the empty root. `asks` lists the calls whose replies the screen would show. */
export async function renderScreen(entry: string, path: string, replies: readonly PreloadedReply[] = []) {
  const app = findApp(entry)
  if (!app) throw new Error(`There is no entry ${entry}`)
  setRenderedAddress(path)
  await app.loadPage?.()
  // Another render may have run while the page loaded.
  setRenderedAddress(path)
  const gateway = createGateway()
  cachePreloadedReplies(gateway, replies)
  const screen = renderToString(buildPageTree(gateway, app.content)).replace(PRELOADS, '')
  const isVisitors = !screen.includes('class="account"')
  const screenFor: ScreenFor = isVisitors ? 'visitor' : replies.length > 0 ? 'person' : 'signed-in'
  const root = `<div id="root" data-screen="${screenFor}">${screen}</div>`
  return {
    html: replies.length > 0 ? root + renderPreloadedReplies(replies) : root,
    title: `${takeRenderedTitle()} | ${brand.name}`,
    description: describePage(path, brand.name),
    screenFor,
    asks: screenFor === 'signed-in' ? (app.firstCalls?.() ?? []) : listPendingCalls(gateway, screenFor),
  }
}

/** The small logo should not load before the styles. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/
