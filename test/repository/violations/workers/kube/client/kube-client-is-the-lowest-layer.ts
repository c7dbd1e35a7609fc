export { target } from '../health/target.ts'
