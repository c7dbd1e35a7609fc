export { target } from '../simulator/target.ts'
