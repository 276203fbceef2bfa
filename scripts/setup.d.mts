export const SERVER_MEMORY: string
export const SERVER_FLAGS: string[]
