/** A call of a page, and its reply. */
export type Asked = { method: 'GET' | 'POST'; path: string; query: Record<string, unknown> }
export type GivenReply = Asked & { entity: unknown }

/** What a page shows first, as the build rendered it (web/prerender-pages.ts). */
export type FirstScreen = {
  html: string
  title: string
  description: string
  screenFor: 'visitor' | 'signed-in' | 'person'
  /** What it would show: of what plan staff write, or of what the person who is signed in has. */
  asks: Asked[]
}

/** What the build's own program gives (web/src/entries/prerender.tsx). */
export type RenderScreen = (entry: string, path: string, given?: readonly GivenReply[]) => Promise<FirstScreen>
