/** The application's root element, which may already contain the first screen. */
export function findRoot(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  return root
}

/**
 * 'visitor': rendered for visitors. 'signed-in': the parts common to all signed-in users. 'person': rendered with the
 * user's own data.
 */
export type ScreenFor = 'visitor' | 'signed-in' | 'person'

/** The page came with the user's own data. */
export const isUserScreen = (): boolean => import.meta.env.SSR || findRoot().dataset.screen === 'person'

/** The page came with a visitor's screen: the server saw no session. */
export const isVisitorScreen = (): boolean => import.meta.env.SSR || findRoot().dataset.screen === 'visitor'

export const hasFirstScreen = (): boolean => findRoot().dataset.screen !== undefined
