import type { OwnScope } from '@portico/core/access/successor-shapes'

/** A scope whose SAA the user is; `onDone` shows what was done. */
export type OwnProps = { own: OwnScope; onDone: (done: string) => void }
export type Naming = NonNullable<OwnScope['naming']>
