export function findBrokenBorders(root: string): [file: string, sentence: string][]
