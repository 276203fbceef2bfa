/**
 * The program that renders first screens: at build time for every page, and by the server for those that show what plan
 * staff write. There is a copy of it for each brand, named after it.
 */
import './internal.tsx'
import './members.tsx'
import './providers.tsx'
import './registration.tsx'
import { renderToString } from 'react-dom/server'
import { renderAddress } from '../kit/page-address.ts'
import { takeTitle } from '../kit/page-heading.tsx'
import { brand } from '../shell/brand.ts'
import { createGateway } from '../shell/gateway.ts'
import { askedLookUps, type GivenReply, giveReplies, writeGivenReplies } from '../shell/given-replies.ts'
import { findApp, pageTree } from '../shell/mount.tsx'
import { describePage } from './descriptions.ts'

/** `html` takes the place of the empty root; `asks` are the look-ups whose replies would be shown. */
export async function renderScreen(entry: string, path: string, given: readonly GivenReply[] = []) {
  const app = findApp(entry)
  if (!app) throw new Error(`There is no entry ${entry}`)
  renderAddress(path)
  await app.loadPage?.()
  // Another page may have been asked for meanwhile.
  renderAddress(path)
  const gateway = createGateway()
  giveReplies(gateway, given)
  const screen = renderToString(pageTree(gateway, app.content)).replace(PRELOADS, '')
  const screenFor = screen.includes('class="account"') ? 'signed-in' : 'visitor'
  const root = `<div id="root" data-screen="${screenFor}">${screen}</div>`
  return {
    html: given.length > 0 ? root + writeGivenReplies(given) : root,
    title: `${takeTitle()} | ${brand.name}`,
    description: describePage(path, brand.name),
    screenFor,
    asks: askedLookUps(gateway),
  }
}

/** The logo is small and not worth a place before the styles. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/
