import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DAY_S } from '@portico/core/forms/calendar-day'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { type ByteRange, readByteRange } from '#platform/http/byte-range.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { MANIFEST, readSetState } from '../domain/files/manifest.ts'
import { isSetFile } from '../domain/files/switch-set.ts'
import { findSuppressedExcept } from '../store/publishing/snapshot.ts'

const WINDOW_S = 300

/** Serves the published files to the world: no session, any origin, ranges and conditional requests. */
export async function registerDirectoryFiles(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (files) => {
      files.addHook('onRequest', async (_request, reply) => {
        allowAnyOrigin(reply)
      })
      files.options('/*', async (_request, reply) => allowConditions(reply).code(204).send())
      files.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
        await refuseFlood(deps, request)
        const file = await findFile(deps, request.params['*'])
        return sendFile(request, reply, file)
      })
    },
    { prefix: '/directory' },
  )
}

function allowAnyOrigin(reply: FastifyReply): void {
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'ETag, Last-Modified, Content-Length, Content-Range, Accept-Ranges')
    .header('cross-origin-resource-policy', 'cross-origin')
}

const allowConditions = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-methods', 'GET, HEAD')
    .header('access-control-allow-headers', 'If-Modified-Since, If-None-Match, If-Range, Range')
    .header('access-control-max-age', DAY_S)

async function refuseFlood({ db, settings, clock }: Deps, { ip }: FastifyRequest): Promise<void> {
  const limit = settings.limits.directoryFilesPer5MinPerAddress
  const key = `directory-file:${networkOf(ip)}` as const
  if (await hit({ db, now: clock.now() }, { key, limit, windowSeconds: WINDOW_S })) return
  throw new HttpFailure(429, 'flood', 'Too many requests. Please wait a few minutes and try again.', WINDOW_S)
}

/** A file as it is served. `open` reads a range of it. */
type ServedFile = { type: string; size: number; etag: string; time: Date; open(range: ByteRange): Readable }

async function findFile({ db, settings: { directoryFolder } }: Deps, name: string): Promise<ServedFile> {
  const state = await readSetState(directoryFolder)
  if (!state) throw new HttpFailure(404, 'not-published', 'The provider directory has not been published yet.')
  if ((await findSuppressedExcept(db, state.suppressed)).length > 0)
    throw new HttpFailure(
      503,
      'publishing',
      'The provider directory is being published again. Please try again in a minute.',
    )
  const path = join(directoryFolder, name)
  if (name === MANIFEST) return openManifest(path)
  const found = isSetFile(name) ? await stat(path).catch(() => undefined) : undefined
  if (!found?.isFile())
    throw new HttpFailure(404, 'unknown-file', 'There is no such file. The list of files is /directory/index.json.')
  return {
    type: 'application/gzip',
    size: found.size,
    etag: `"${/([0-9a-f]{32})\.[a-z]+\.gz$/.exec(name)?.[1]}"`,
    time: found.mtime,
    open: (range) => createReadStream(path, range),
  }
}

async function openManifest(path: string): Promise<ServedFile> {
  const [content, { mtime }] = await Promise.all([readFile(path), stat(path)])
  return {
    type: 'application/json; charset=utf-8',
    size: content.length,
    etag: `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`,
    time: mtime,
    open: ({ start, end }) => Readable.from([content.subarray(start, end + 1)]),
  }
}

/** Names are not reused for other content, but a provider can be withheld at any time: caches ask again. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile): FastifyReply {
  const { headers, method } = request
  const { size, etag } = file
  const modified = file.time.toUTCString()
  reply.header('etag', etag).header('last-modified', modified).header('cache-control', 'no-cache')
  if (isUnchanged(request, { etag, modified })) return reply.code(304).send()
  reply.header('accept-ranges', 'bytes').type(file.type)
  const ifRange = headers['if-range']
  const isSame = ifRange === undefined || ifRange === etag || ifRange === modified
  const range = isSame ? readByteRange(headers.range, size) : undefined
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  // Without a body the reply would get a length of 0.
  return reply.send(method === 'HEAD' ? Readable.from([]) : file.open({ start, end }))
}

/** If-None-Match wins over If-Modified-Since (RFC 9110, 13.2.2). */
function isUnchanged({ headers }: FastifyRequest, { etag, modified }: { etag: string; modified: string }): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Date.parse(modified) <= since
}
