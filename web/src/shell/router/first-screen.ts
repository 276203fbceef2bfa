/** The page's place for the application, which may hold the first screen already. */
export function findRoot(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  return root
}

/**
 * A first screen is rendered for whoever has no session, as far as it is the same for everybody who has one, or with
 * what the person who asks for it is shown.
 */
export type ScreenFor = 'visitor' | 'signed-in' | 'person'

/** The page came with what the person is shown. */
export const isUserScreen = (): boolean => import.meta.env.SSR || findRoot().dataset.screen === 'person'

/** The page came with the screen of a visitor: the server saw no session, so there is none to ask about. */
export const isVisitorScreen = (): boolean => import.meta.env.SSR || findRoot().dataset.screen === 'visitor'

/** The page came with its first screen. */
export const hasFirstScreen = (): boolean => findRoot().dataset.screen !== undefined
