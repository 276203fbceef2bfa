export function ensureWebBuild(): Promise<{ ok: boolean; output: string }>
