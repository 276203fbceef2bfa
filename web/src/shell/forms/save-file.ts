/** Downloads a file under the given name. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the URL after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads a base64 PDF under the given name. */
export function saveBase64Pdf(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName)
}
