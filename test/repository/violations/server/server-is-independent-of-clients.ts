export { target } from '../cli/target.ts'
