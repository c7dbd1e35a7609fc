export { target } from '../main.ts'
