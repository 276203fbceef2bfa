import type { Db } from '../context.ts'

export const preparing = (db: Db): Db => db
