export const SERVER_MEMORY: string
