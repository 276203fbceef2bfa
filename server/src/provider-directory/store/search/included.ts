/** An `_include` or `_revinclude`: references of a type by a parameter, to one type or to any. */
export type Included = { source: string; parameter: string; target: string | undefined }
