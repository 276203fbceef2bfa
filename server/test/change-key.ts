import type { TestApp } from './build-test-app.ts'
import { testSecretKey } from './database.ts'

export const NEW_KEY = 'the-new-key-of-this-portal-0000000000000'

/** As if every process had been started anew with another key, and the former one beside it. Gives the way back. */
export function changeKey({ deps: { settings } }: TestApp): () => void {
  settings.secretKey = NEW_KEY
  settings.otherKey = { key: testSecretKey, is: 'former' }
  return () => {
    settings.secretKey = testSecretKey
    settings.otherKey = undefined
  }
}
