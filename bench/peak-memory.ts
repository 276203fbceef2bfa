import { readFile } from 'node:fs/promises'

/** The most memory that this process has used, in MB. */
export async function readPeakMemory(): Promise<number> {
  const text = await readFile('/proc/self/status', 'utf8').catch(() => undefined)
  if (text === undefined) return process.resourceUsage().maxRSS / 1024
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]) / 1024
}
