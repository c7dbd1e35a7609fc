export { target } from '../http/target.ts'
