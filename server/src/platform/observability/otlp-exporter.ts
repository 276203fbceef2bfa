import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { instance, release } from './release.ts'
import type { Span, Tracer } from './trace.ts'

/**
 * Loaded only if a collector is configured. Sends spans in batches. If the collector is unavailable, spans are lost but
 * requests are not delayed.
 */
const BATCH = 512
const QUEUE_MAX = 4_096
const EVERY_MS = 5_000
const TIMEOUT_MS = 10_000

export type Exporter = Tracer & {
  /** Sends the pending spans now. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Collector = NonNullable<Settings['otlp']>

export function createExporter(collector: Collector, log: FastifyBaseLogger, everyMs = EVERY_MS): Exporter {
  let queue: Span[] = []
  let dropped = 0
  let sending: Promise<void> = Promise.resolve()

  async function sendAll() {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH)
      const failure = await post(collector, batch)
      if (failure) {
        log.warn({ reason: failure, waiting: queue.length, dropped }, 'the trace collector rejects spans')
        return
      }
      queue = queue.slice(batch.length)
    }
  }

  const flush = () => {
    sending = sending.then(sendAll)
    return sending
  }
  const timer = setInterval(flush, everyMs)
  timer.unref()
  return {
    // The end of an id is random, so every process makes the same sampling decision.
    samples: (traceId) => Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < collector.share,
    record(span) {
      if (queue.length < QUEUE_MAX) queue.push(span)
      else dropped += 1
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Why the collector rejected them; undefined if it did not. */
async function post({ url, headers, serviceName }: Collector, spans: Span[]): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(writeSpans(serviceName, spans)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `HTTP ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown'
  }
}

const KINDS = { server: 2, client: 3 }
const ERROR = 2

/** OTLP in JSON. */
function writeSpans(serviceName: string, spans: Span[]) {
  const resource = { 'service.name': serviceName, 'service.version': release, 'service.instance.id': instance }
  const written = spans.map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId ? { parentSpanId: span.parentId } : {}),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(span.endedAt),
    attributes: writeAttributes(span.attributes),
    status: span.failed ? { code: ERROR } : {},
  }))
  const scopeSpans = [{ scope: { name: 'portico' }, spans: written }]
  return { resourceSpans: [{ resource: { attributes: writeAttributes(resource) }, scopeSpans }] }
}

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const writeAttributes = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
