/** The public interface of the provider directory for other areas: what is published, and its refresh after a change. */

export { type Changed, refreshAllPublished, refreshPublished } from './domain/publishing/refresh.ts'
export { refreshAfterImport } from './domain/publishing/refresh-after-import.ts'
export { allSpecialties } from './domain/resources/guide.ts'
export { providerDirectoryJobs } from './domain/scheduled-jobs.ts'
export { isPublished } from './store/published.ts'
export { findLatestPublication, type Publication } from './store/publishing/publications.ts'
