export { target } from '../schema/errors.ts'
