/**
 * The public interface of the provider directory for other areas: what is published, its refresh after a change, and
 * the changes that wait for staff.
 */
export { publishDirectory } from './domain/files/publish-directory.ts'
export { publishJob } from './domain/files/publish-job.ts'
export { TemplateError } from './domain/files/template.ts'
export { refreshAfterImport, refreshAllPublished, refreshPublished } from './domain/publishing/refresh.ts'
export { changeHandlers } from './domain/queue/decide-changes.ts'
export { allSpecialties } from './domain/resources/guide.ts'
export { insertChanges } from './store/changes.ts'
export { isPublished } from './store/published.ts'
export { findLatestPublication } from './store/publishing/publications.ts'
export { countWaitingChanges } from './store/queue/list-changes.ts'
export { findPublishedSpecialties } from './store/search/published-specialties.ts'
export { findVerificationsDue } from './store/verification/reminders.ts'
