export { target } from '../test/target.ts'
