const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a short label such as 'Firefox on Windows' for the session list. */
export function describeDevice(userAgent: string | null): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? 'Unknown browser'
  const system = systems.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return system ? `${browser} on ${system}` : browser
}
