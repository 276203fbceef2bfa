import { CONTRACT_PICTURES_MAX, CONTRACT_UPLOAD_MAX_BYTES } from '@portico/core/contracts/limits'

/** Why a browser cannot read a picture. */
export type PictureProblem = 'heic' | 'unreadable'
export type PictureWarning = 'small' | 'blurred'
export type Turn = 0 | 90 | 180 | 270

/** A photographed page, as it will be sent. */
export type PagePicture = {
  key: number
  content: Blob
  thumb: HTMLCanvasElement
  warning: PictureWarning | undefined
  /** Clockwise. */
  turn: Turn
}

const TURNED = { 0: 90, 90: 180, 180: 270, 270: 0 } as const

export const turnPicture = (pictures: readonly PagePicture[], index: number): PagePicture[] =>
  pictures.map((picture, at) => (at === index ? { ...picture, turn: TURNED[picture.turn] } : picture))

/** Swaps a page with the one before (-1) or after it (1). */
export function movePicture(pictures: readonly PagePicture[], index: number, by: -1 | 1): PagePicture[] {
  const moved = [...pictures]
  const [picture] = moved.splice(index, 1)
  if (picture) moved.splice(index + by, 0, picture)
  return moved
}

export const removePicture = (pictures: readonly PagePicture[], index: number): PagePicture[] =>
  pictures.filter((_, at) => at !== index)

export const isPdf = (file: File): boolean => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)
export const isPicture = (file: File): boolean =>
  /^image\/(jpeg|png|hei[cf])$/.test(file.type) || /\.(jpe?g|png|hei[cf])$/i.test(file.name)

export const NO_FILE = 'Please choose a PDF or pictures of the signed form.'
const NOT_A_FORM = 'Please choose a PDF, or JPEG or PNG pictures. A Word file can be saved or printed as PDF.'
const MIXED = 'Please choose one PDF, or pictures only.'
const TOO_LARGE = 'This file is larger than 10 MB. Please scan the form with a lower resolution.'
const TOO_LARGE_TOGETHER =
  'The pictures are larger than 10 MB together. Please remove a page, or send the form as a PDF.'
const TOO_MANY = `You can send ${CONTRACT_PICTURES_MAX} pictures at most. Please send the pages of the signed form only.`

/** Checks type, size and number. The server inspects the content. */
export function checkChosen(files: readonly File[], earlierPictures: number): string | undefined {
  const [first] = files
  if (!first) return undefined
  if (!files.every((file) => isPdf(file) || isPicture(file))) return NOT_A_FORM
  if (files.some(isPdf))
    return files.length > 1 ? MIXED : first.size > CONTRACT_UPLOAD_MAX_BYTES ? TOO_LARGE : undefined
  return files.length + earlierPictures > CONTRACT_PICTURES_MAX ? TOO_MANY : undefined
}

export function checkPictures(pictures: readonly PagePicture[]): string | undefined {
  const bytes = pictures.reduce((sum, { content }) => sum + content.size, 0)
  return bytes > CONTRACT_UPLOAD_MAX_BYTES ? TOO_LARGE_TOGETHER : undefined
}

export const sayNotAdded = (name: string, problem: PictureProblem): string =>
  problem === 'heic'
    ? `${name} was not added, because your browser cannot read HEIC pictures. Please send it as JPEG. On an iPhone, open Settings, Camera, Formats, choose Most Compatible and take the picture again.`
    : `${name} was not added, because it cannot be read. Please take the picture again.`

export const WARNINGS: Record<PictureWarning, string> = {
  small: 'This picture is small. If you cannot read the small print, take it again from closer. You can still send it.',
  blurred:
    'This picture looks blurred. If you cannot read the small print, take it again in good light. You can still send it.',
}
