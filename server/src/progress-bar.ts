/** A progress bar in a terminal; elsewhere one line at the start. */
export function createProgressBar(what: string, out: NodeJS.WriteStream = process.stdout) {
  const width = 24
  if (!out.isTTY) out.write(`${what}…\n`)
  return (title: string, done: number): void => {
    if (!out.isTTY) return
    const full = Math.round(done * width)
    out.write(`\r\x1b[2K${what} [${'#'.repeat(full)}${'.'.repeat(width - full)}] ${title}`)
    if (done >= 1) out.write(`\r\x1b[2K${what}: done\n`)
  }
}
