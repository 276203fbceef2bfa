import type { Context, InTransaction } from '#platform/context.ts'

/** Scheduled work: finds the due cases and handles one. `handle` returns false if the case is no longer due. */
export type DueWork<Case> = {
  name: string
  find(context: Context): Promise<Iterable<Case>> | AsyncIterable<Case>
  handle(context: InTransaction, item: Case): Promise<boolean>
}
