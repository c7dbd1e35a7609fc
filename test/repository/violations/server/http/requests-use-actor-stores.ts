export { target } from '../store/store.ts'
