import type { TestApp } from './build-test-app.ts'
import { testSecretKey } from './database.ts'

export const NEW_KEY = 'the-new-key-of-this-portal-0000000000000'

/** Simulates a restart of every process with a new key and the retired one. Returns a function that reverts it. */
export function changeKey({ deps: { settings } }: TestApp): () => void {
  settings.secretKey = NEW_KEY
  settings.otherKey = { key: testSecretKey, is: 'former' }
  return () => {
    settings.secretKey = testSecretKey
    settings.otherKey = undefined
  }
}
