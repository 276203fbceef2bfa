/** Public interface of the contracts area: delayed decisions that it carries out. */
export { contractHandlers } from './domain/decide-contract.ts'
