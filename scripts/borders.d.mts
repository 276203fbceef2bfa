export function findBrokenBorders(root: string): [file: string, sentence: string][]
export function findCrowdedFolders(root: string): [folder: string, sentence: string][]
