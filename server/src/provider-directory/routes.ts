import type { Mount } from '../platform/http/mount.ts'

/** Calls of the provider directory. */
export function providerDirectoryRoutes(_mount: Mount): void {}
