export { target } from '../server/target.ts'
