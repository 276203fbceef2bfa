import type { SampleRow } from '@portico/core/provider-directory/attestation/shapes'
import { wilsonInterval, writeShare } from '@portico/core/provider-directory/attestation/wilson'

type Counts = Pick<SampleRow, 'size' | 'entered' | 'reached' | 'correct' | 'finishedAt'>

export function writeScore({ size, correct }: Pick<SampleRow, 'size' | 'correct'>): string {
  const { low, high } = wilsonInterval(correct, size)
  return `${writeShare(correct / size)} correct (95% interval ${writeShare(low)} to ${writeShare(high)})`
}

/** The score of a finished sample; of an open one, how far it is. */
export const writeProgress = (sample: Counts): string =>
  sample.finishedAt ? writeScore(sample) : `Open: ${sample.entered} of ${sample.size} calls entered`
