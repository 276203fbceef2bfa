import { CONTRACT_PICTURES_MAX, CONTRACT_UPLOAD_MAX_BYTES } from '@portico/core/contracts/limits'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { bindApart, redrawApart } from './inspect-process.ts'
import { type InspectedPdf, refuseUpload } from './inspect-upload.ts'
import { type Asking, inspectInTime } from './inspection-queue.ts'
import type { PictureProblem } from './pictures/picture-header.ts'
import type { Turn } from './pictures/pixels.ts'

/** What is wrong with a picture, said of its number. */
const sentences: Record<PictureProblem, string> = {
  heic: 'is in the HEIC format, which we cannot read. Please send it as JPEG. On an iPhone, open Settings, Camera, Formats, choose Most Compatible and take the picture again.',
  type: 'is not a JPEG or PNG picture. Please take a photo of the page, or send the form as a PDF.',
  large: 'has too many pixels. Please take it again with a lower resolution.',
  damaged: 'cannot be read. Please take it again and send the new picture.',
}
const MANY = `You sent more than ${CONTRACT_PICTURES_MAX} pictures. Please send the pages of the signed contract only.`
const LARGE =
  'The pictures are larger than 10 MB together. Please take them with a lower resolution, or send the form as a PDF.'

export type SentPicture = { content: Buffer; turn: Turn }
/** `document`: the PDF made from the pictures. */
export type PicturedPdf = InspectedPdf & { document: Buffer }

/** Makes one PDF from pictures. One process redraws one picture, so each has the limits of a document. */
export async function inspectPictures(asking: Asking, sent: readonly SentPicture[]): Promise<Outcome<PicturedPdf>> {
  if (sent.length > CONTRACT_PICTURES_MAX) return refuse(400, MANY, 'upload-pictures')
  if (isLarge(sent.map(({ content }) => content))) return refuse(400, LARGE, 'upload-pictures-large')
  const redrawn: Buffer[] = []
  for (const [index, { content, turn }] of sent.entries()) {
    const finding = await inspectInTime(asking, (withinMs) => redrawApart(content, turn, withinMs))
    if ('problem' in finding)
      return refuse(400, `Picture ${index + 1} ${sentences[finding.problem]}`, `upload-picture-${finding.problem}`)
    redrawn.push(finding.picture)
  }
  const bound = await inspectInTime(asking, (withinMs) => bindApart(redrawn, withinMs))
  if ('problem' in bound) return refuseUpload(bound.problem)
  return isLarge([bound.document]) ? refuse(400, LARGE, 'upload-pictures-large') : { entity: bound }
}

const isLarge = (files: readonly Uint8Array[]): boolean =>
  files.reduce((sum, { byteLength }) => sum + byteLength, 0) > CONTRACT_UPLOAD_MAX_BYTES
