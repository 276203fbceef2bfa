import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Db, Session } from '#platform/context.ts'
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsBeside,
  deleteRecordsOfGrant,
  findRecord,
  findSessionRecord,
  findSessionRecordByUid,
  type StoredRecord,
  upsertRecord,
} from '../../store/records.ts'
import type { RecordKey } from '../keys.ts'

/** The browser's portal session while the library handles one of its requests. */
const currentSession = (): Session | null => Provider.ctx?.req.portalVisit?.session ?? null

export type BrandRecords = { db: Db; key: RecordKey; brand: string }

/** As ids are stored. A record of one brand is unknown to the others. */
export const hashRecordId = ({ key, brand }: Pick<BrandRecords, 'key' | 'brand'>, id: string): Buffer =>
  key.hash(`${brand}|${id}`)

/** A grant ends with the session that it was made in, like its tokens. */
function sessionUidOf(model: string, payload: AdapterPayload): string | undefined {
  if (model === 'Grant') return Provider.ctx?.oidc.session?.uid
  return model === 'Session' ? payload.uid : payload.sessionUid
}

/**
 * Stores the library's records of one brand. Ids are stored as keyed hashes and payloads encrypted. A library session is
 * found only within the portal session that it began in: signing out of the portal ends it.
 */
export function createRecordAdapter(records: BrandRecords, model: string): Adapter {
  const { db, key } = records
  const hash = (value: string) => hashRecordId(records, value)
  const hashOf = (value: string | undefined) => (value === undefined ? null : hash(value))
  const keyOf = (id: string) => ({ model, idHash: hash(id) })
  const boundTo = (idHash: Buffer) => `${model}|${idHash.toString('hex')}`
  const read = (idHash: Buffer, row: StoredRecord | undefined): AdapterPayload | undefined => {
    const text = row && key.open(boundTo(idHash), row.payload)
    if (!row || text === undefined) return undefined
    const consumed = row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}
    return { ...JSON.parse(text), ...consumed }
  }

  return {
    async upsert(id, payload, expiresIn) {
      const { idHash } = keyOf(id)
      await upsertRecord(db, {
        model,
        idHash,
        accountId: payload.accountId ?? null,
        clientId: payload.clientId ?? null,
        grantHash: hashOf(model === 'Grant' ? id : payload.grantId),
        uidHash: hashOf(sessionUidOf(model, payload)),
        sessionHash: model === 'Session' ? (currentSession()?.idHash ?? null) : null,
        payload: key.seal(boundTo(idHash), JSON.stringify(payload)),
        writtenAt: new Date(),
        expiresAt: new Date(Date.now() + (expiresIn ?? 0) * 1000),
      })
    },
    async find(id) {
      const { idHash } = keyOf(id)
      if (model !== 'Session') return read(idHash, await findRecord(db, { model, idHash }))
      const session = currentSession()
      return session ? read(idHash, await findSessionRecord(db, { idHash, sessionHash: session.idHash })) : undefined
    },
    async findByUid(uid) {
      const row = await findSessionRecordByUid(db, hash(uid))
      return row && read(row.idHash, row)
    },
    async findByUserCode() {
      return undefined
    },
    async consume(id) {
      if (await consumeRecord(db, keyOf(id), new Date())) return
      // Used twice at the same moment: the library saw it unused both times. Tokens without their grant are not valid,
      // including those that the other request has not stored yet.
      await deleteRecordsBeside(db, keyOf(id))
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => deleteRecord(db, keyOf(id)),
    revokeByGrantId: (grantId) => deleteRecordsOfGrant(db, hash(grantId)),
  }
}
