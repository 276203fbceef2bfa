import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{core,server,web,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
})
