/** Which NPIs were seen, one bit each: 25 MB hold every NPI there can be, whatever the size of the file. */
export class NpiSet {
  readonly #bits = new Uint8Array(200_000_000 / 8)

  has(npi: string): boolean {
    const position = findPosition(npi)
    return ((this.#bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0
  }

  add(npi: string): void {
    const position = findPosition(npi)
    this.#bits[position >> 3] = (this.#bits[position >> 3] ?? 0) | (1 << (position & 7))
  }
}

/** The first digit is 1 or 2, and the last is a check digit the others give. */
function findPosition(npi: string): number {
  return Number(npi.slice(0, 9)) - 100_000_000
}
