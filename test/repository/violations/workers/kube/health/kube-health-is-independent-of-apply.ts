export { target } from '../apply/target.ts'
