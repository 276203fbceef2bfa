import type { IncomingHttpHeaders } from 'node:http'

/** The version of a resource is when it last changed. */
export const writeEntityTag = (lastUpdated: Date): string => `W/"${lastUpdated.getTime()}"`

/** True if the client's copy is current. An entity tag counts more than a time. */
export function isNotModified(headers: IncomingHttpHeaders, lastUpdated: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return known.some((tag) => tag === '*' || `W/${tag}` === writeEntityTag(lastUpdated))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= Math.floor(lastUpdated.getTime() / 1000) * 1000
}
