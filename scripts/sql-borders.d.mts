export type ForeignTable = readonly [area: string, table: string, reason: string]
export const FOREIGN_WRITES: ForeignTable[]
export const FOREIGN_READS: ForeignTable[]
export function readTables(text: string): { writes: Set<string>; reads: Set<string> }
export function findForeignTables(
  root: string,
  exceptions?: { writes: readonly ForeignTable[]; reads: readonly ForeignTable[] },
): [file: string, sentence: string][]
