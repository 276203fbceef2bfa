import { saveFile } from './save-file.ts'

/** Downloads a base64 PDF under the given name. */
export function saveBase64Pdf(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName)
}
