export function findBrokenBorders(root: string): [file: string, sentence: string][]
export function findMutualFolders(root: string): [folder: string, sentence: string][]
export function findEmptyNames(root: string): [folder: string, sentence: string][]
