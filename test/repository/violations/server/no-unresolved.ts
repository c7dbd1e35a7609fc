export { target } from './nowhere.ts'
