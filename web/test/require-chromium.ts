import { findChromium, whatToInstall } from '../../scripts/find-chromium.mjs'

export default function requireChromium(): void {
  if (!findChromium()) throw new Error(whatToInstall)
}
