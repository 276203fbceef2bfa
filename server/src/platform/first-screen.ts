/** A look-up of a page, and its reply. */
export type Asked = { path: string; query: Record<string, string> }
export type GivenReply = Asked & { entity: unknown }

/** What a page shows first, as the build rendered it (web/prerender-pages.ts). */
export type FirstScreen = {
  html: string
  title: string
  description: string
  screenFor: 'visitor' | 'signed-in'
  /** What it would show of what plan staff write. */
  asks: Asked[]
}

/** What the build's own program gives (web/src/entries/prerender.tsx). */
export type RenderScreen = (entry: string, path: string, given?: readonly GivenReply[]) => Promise<FirstScreen>
