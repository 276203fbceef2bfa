import { AsyncLocalStorage } from 'node:async_hooks'
import { randomId } from '../keys/random-ids.ts'

/** One span of a trace, as in OpenTelemetry. */
export type Span = {
  traceId: string
  spanId: string
  parentId?: string
  name: string
  kind: 'server' | 'client'
  /** Milliseconds since 1970. */
  startedAt: number
  endedAt: number
  attributes: Record<string, string | number>
  failed: boolean
}

/** Receives spans; undefined unless a collector is configured. */
export type Tracer = {
  /** True if a trace that starts here is sampled. */
  samples(traceId: string): boolean
  record(span: Span): void
}

/** The trace a request belongs to, and this server's own span in it. */
export type Trace = { traceId: string; spanId: string; parentId?: string; isSampled: boolean; tracer?: Tracer }

/** W3C Trace Context: version, trace, span, flags. All-zero ids are invalid. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

const newSpanId = () => randomId(8, 'hex')

/** Continues the trace of a proxy, or starts one. The starter of a trace decides whether it is sampled. */
export function openTrace(header: string | string[] | undefined, tracer?: Tracer): Trace {
  const [, traceId, parentId, flags] = TRACE_PARENT.exec(typeof header === 'string' ? header : '') ?? []
  const to = tracer ? { tracer } : {}
  if (traceId && parentId && flags)
    return { ...to, spanId: newSpanId(), traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
  const begun = randomId(16, 'hex')
  return { ...to, spanId: newSpanId(), traceId: begun, isSampled: tracer?.samples(begun) ?? false }
}

export const writeTraceParent = ({ traceId, spanId, isSampled }: Pick<Trace, 'traceId' | 'spanId' | 'isSampled'>) =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

const current = new AsyncLocalStorage<Trace>()

/** Runs the work inside this trace. */
export const runInTrace = (trace: Trace, work: () => void): void => current.run(trace, work)

/** Calls an outside server and passes the trace on. `name` identifies the vendor, never the content. */
export async function fetchTraced(name: string, url: string, init: RequestInit): Promise<Response> {
  const around = current.getStore() ?? openTrace(undefined)
  const span = { traceId: around.traceId, spanId: newSpanId(), isSampled: around.isSampled }
  const headers = new Headers(init.headers)
  headers.set('traceparent', writeTraceParent(span))
  const startedAt = Date.now()
  const end = (attributes: Span['attributes'], failed: boolean) => {
    if (!around.isSampled) return
    const { traceId, spanId } = span
    const times = { startedAt, endedAt: Date.now() }
    const about = { 'server.address': new URL(url).hostname, ...attributes }
    around.tracer?.record({
      traceId,
      spanId,
      parentId: around.spanId,
      name,
      kind: 'client',
      ...times,
      attributes: about,
      failed,
    })
  }
  try {
    const response = await fetch(url, { ...init, headers })
    end({ 'http.response.status_code': response.status }, response.status >= 400)
    return response
  } catch (error) {
    end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true)
    throw error
  }
}
