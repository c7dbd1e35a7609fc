export { target } from '../client-sdk/target.ts'
