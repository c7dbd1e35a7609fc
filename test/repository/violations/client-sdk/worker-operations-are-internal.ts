export { target } from '../workers/generated/target.ts'
