/** A call of a page, and its reply. */
export type PageCall = { method: 'GET' | 'POST'; path: string; query: Record<string, unknown> }
export type CallReply = PageCall & { entity: unknown }

/** The prerendered content of a page, from the build (web/prerender-pages.ts). */
export type FirstScreen = {
  html: string
  title: string
  description: string
  screenFor: 'visitor' | 'signed-in' | 'person'
  /** Whose data it would show: content that staff write, or the signed-in user's own. */
  asks: PageCall[]
}

/** Exports of the build's prerender program (web/src/entries/prerender.tsx). */
export type RenderScreen = (entry: string, path: string, given?: readonly CallReply[]) => Promise<FirstScreen>
